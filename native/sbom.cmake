# What the wheel has of others, as a bill of materials beside its metadata: the interpreter inside the reference's
# library. All else that is built is refloader's own, and needs the machine's C library.
set(sbom_components)
set(sbom_references)
if(TARGET vulkan)
  execute_process(COMMAND "${STATIC_PYTHON}" -I -c "import platform; print(platform.python_version())"
    OUTPUT_VARIABLE sbom_python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 "${STATIC_PYTHON_ARCHIVE}" sbom_digest)
  get_filename_component(sbom_archive "${STATIC_PYTHON_ARCHIVE}" NAME)
  string(CONFIGURE [=[
{
    "type": "library",
    "bom-ref": "cpython",
    "name": "cpython",
    "version": "@sbom_python@",
    "purl": "pkg:generic/cpython@@sbom_python@",
    "licenses": [{"license": {"id": "Python-2.0.1"}}],
    "description": "parts of @sbom_archive@, linked into lib/libvulkan.so.1; the hash is that of the archive",
    "hashes": [{"alg": "SHA-256", "content": "@sbom_digest@"}]
  }]=] sbom_components @ONLY)
  set(sbom_references "\"cpython\"")
endif()
configure_file(native/sbom.cdx.json.in "${CMAKE_BINARY_DIR}/refloader-native.cdx.json" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/refloader-native.cdx.json" DESTINATION "${SKBUILD_METADATA_DIR}/sboms")
