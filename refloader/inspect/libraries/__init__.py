"""Static checks of libraries: finds them and reads their facts without loading them."""
