"""Static facts of libraries: ELF, PE, Mach-O. Loads none."""
