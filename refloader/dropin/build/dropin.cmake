# Builds the drop-in library: libvulkan.so.1, the reference loader with its private interpreter inside.
# Where it cannot be built the rest of the package is, and why-not.txt beside its place says what is missing.
set(REFLOADER_DROPIN AUTO CACHE STRING "Build the drop-in libvulkan.so.1: AUTO (where it can be), ON or OFF")
set_property(CACHE REFLOADER_DROPIN PROPERTY STRINGS AUTO ON OFF)
set(REFLOADER_PYTHON "" CACHE FILEPATH "The Python whose static libpython to link, where the choice matters")
set(REFLOADER_SANITIZE "" CACHE STRING "Sanitizer of the library's own C: address, thread or empty")
set_property(CACHE REFLOADER_SANITIZE PROPERTY STRINGS "" address thread)

option(REFLOADER_VIOLATORS "Build the library once more, wrong on purpose where selftest asks for it" ON)

# Where the loader looks for manifests (refloader/model/request.py, Build); empty: the default there.
set(SYSCONFDIR "" CACHE STRING "System configuration folder (/etc)")
set(EXTRASYSCONFDIR "" CACHE STRING "A further one (none)")
set(FALLBACK_CONFIG_DIRS "" CACHE STRING "Where XDG_CONFIG_DIRS is not set (/etc/xdg)")
set(FALLBACK_DATA_DIRS "" CACHE STRING "Where XDG_DATA_DIRS is not set (/usr/local/share:/usr/share)")

set(build "${CMAKE_CURRENT_LIST_DIR}")
set(native "${CMAKE_SOURCE_DIR}/refloader/native")
set(library "${CMAKE_SOURCE_DIR}/refloader/dropin/c")
set(dropin_destination ${REFLOADER_PLACE}/lib)

# ---- whether it can be built ----
foreach(option IN ITEMS REFLOADER_DROPIN REFLOADER_SANITIZE)
  get_property(known CACHE ${option} PROPERTY STRINGS)
  if(NOT "${${option}}" STREQUAL "" AND NOT ${option} IN_LIST known)
    message(FATAL_ERROR "refloader: ${option}=${${option}} is none of: ${known}")
  endif()
endforeach()
set(dropin_without)
if(REFLOADER_DROPIN STREQUAL "OFF")
  set(dropin_without "REFLOADER_DROPIN=OFF")
elseif(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(dropin_without "it is for Linux")
elseif(NOT CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|aarch64|arm64)$")
  set(dropin_without "it is for x86-64 and aarch64")
else()
  include(CheckLanguage)
  if(NOT CMAKE_C_COMPILER)
    unset(CMAKE_C_COMPILER CACHE)
  endif()
  check_language(C)
  if(NOT CMAKE_C_COMPILER)
    set(dropin_without "no working C compiler was found")
  endif()
endif()
if(NOT dropin_without)
  enable_language(C)
  if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(dropin_without "it is for 64-bit programs, and the compiler makes others")
  endif()
endif()
if(NOT dropin_without)
  enable_language(ASM)
  include("${build}/static_python.cmake")
  if(NOT STATIC_PYTHON)
    list(JOIN STATIC_PYTHON_TRIED "\n  " tried)
    string(CONCAT dropin_without
      "no Python 3.11 to 3.14 with a static libpython that can be linked into a shared library was found. "
      "Install one (Debian and Ubuntu: apt install libpython3-dev; Fedora: dnf install python3-devel "
      "python3-libs-static; pyenv builds have one) or name an interpreter with "
      "-DREFLOADER_PYTHON=/path/to/python3 (pip install ./native --config-settings=cmake.define.REFLOADER_PYTHON=...), and install "
      "again. Looked at:\n  ${tried}")
  endif()
endif()

if(dropin_without AND REFLOADER_DROPIN STREQUAL "ON")
  message(FATAL_ERROR "refloader: REFLOADER_DROPIN=ON, but ${dropin_without}")
elseif(dropin_without)
  message(STATUS "refloader: the drop-in libvulkan.so.1 is left out: ${dropin_without}")
  file(WRITE "${CMAKE_BINARY_DIR}/why-not.txt" "${dropin_without}\n")
  install(FILES "${CMAKE_BINARY_DIR}/why-not.txt" DESTINATION ${dropin_destination})
  return()
endif()
message(STATUS "refloader: the drop-in libvulkan.so.1 holds ${STATIC_PYTHON_ARCHIVE}")

# ---- the Python that is frozen ----
set(frozen "${CMAKE_BINARY_DIR}/frozen_modules.c")
set(frozen_violators "${CMAKE_BINARY_DIR}/frozen_violators.c")
set(freeze_options)
foreach(pair sysconfdir=SYSCONFDIR extrasysconfdir=EXTRASYSCONFDIR
             config-dirs=FALLBACK_CONFIG_DIRS data-dirs=FALLBACK_DATA_DIRS)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 option)
  list(GET pair 1 variable)
  if(${variable})
    list(APPEND freeze_options "--${option}" "${${variable}}")
  endif()
endforeach()
file(GLOB_RECURSE python_sources CONFIGURE_DEPENDS
  "${native}/../dropin/*.py" "${native}/../core/*.py" "${native}/../model/*"
  "${native}/../engine.py" "${native}/../protocol.py" "${native}/../host/port.py" "${native}/../rules/*")
list(FILTER python_sources EXCLUDE REGEX "__pycache__")
file(GLOB violator_sources CONFIGURE_DEPENDS
  "${native}/../selftest/mutants/*.py" "${native}/../selftest/mutants/calls/*.py"
  "${native}/../selftest/variants/*.py")
# Without what is installed for that Python, which may be another refloader.
set(freezing "${CMAKE_COMMAND}" -E env --unset=PYTHONPATH PYTHONHASHSEED=0 "${STATIC_PYTHON}" -S)
# One run for both: most of the work is the same.
add_custom_command(OUTPUT "${frozen}" "${frozen_violators}"
  COMMAND ${freezing} "${build}" --out "${frozen}" --violators "${frozen_violators}"
    --root "${CMAKE_SOURCE_DIR}" ${freeze_options}
  DEPENDS ${python_sources} ${violator_sources}
  COMMENT "Freezing the loader's Python" VERBATIM)

# Modules frozen as they stand: plain_frozen(out table NAME=FILE...).
function(plain_frozen out table)
  set(files)
  foreach(module IN LISTS ARGN)
    string(REGEX REPLACE "^[^=]*=" "" file "${module}")
    list(APPEND files ${file})
  endforeach()
  add_custom_command(OUTPUT "${out}"
    COMMAND ${freezing} "${build}/freeze_plain.py" "${out}" ${table} ${ARGN}
    DEPENDS ${files} "${build}/freeze_plain.py" VERBATIM)
endfunction()
set(import_system "${CMAKE_BINARY_DIR}/import_system.c")
plain_frozen("${import_system}" refloader_import_system "_frozen_importlib=${build}/import_system.py")

# ---- the library ----
file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${library}/*.c" "${library}/*.S")
list(FILTER sources EXCLUDE REGEX "/stubs_[^/]*\\.S$")
list(REMOVE_ITEM sources "${library}/image/place.c" "${library}/image/first.c" "${library}/image/last.c")  # below
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(stubs "${library}/calls/stubs_aarch64.S" "${library}/observers/stubs_observe_aarch64.S")
else()
  set(stubs "${library}/calls/stubs_x86_64.S" "${library}/observers/stubs_observe_x86_64.S")
endif()
list(APPEND sources ${stubs})

# The files in which a violator changes a decision are compiled once more for the variant that can violate.
list(REMOVE_ITEM sources "${library}/violates.c")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
set(deciding)
foreach(source IN LISTS sources)
  file(STRINGS "${source}" found REGEX "violates\\.h" LIMIT_COUNT 1)
  if(found)
    list(APPEND deciding "${source}")
  endif()
endforeach()
list(REMOVE_ITEM sources ${deciding})
# It defines functions that the compiler believes to know, and would make calls of one another.
set_source_files_properties("${library}/interpreter/mathematics.c" PROPERTIES COMPILE_OPTIONS -fno-builtin)
set_source_files_properties(${stubs} PROPERTIES OBJECT_DEPENDS "${native}/generated/stubs.inc")

if(REFLOADER_SANITIZE)
  set(compile_more -g -fsanitize=${REFLOADER_SANITIZE})
  set(link_more -g -fsanitize=${REFLOADER_SANITIZE})
else()
  set(compile_more)
  set(link_more -Wl,-z,defs $<$<NOT:$<CONFIG:Debug>>:-s>)
endif()
function(add_parts name)
  add_library(${name} OBJECT ${ARGN})
  target_include_directories(${name} PRIVATE "${library}" "${native}/generated" "${native}/include")
  target_include_directories(${name} SYSTEM PRIVATE ${STATIC_PYTHON_INCLUDES})
  # Thread-local variables have their place from the start: where libc has to make one later and has no memory, it
  # ends the process.
  target_compile_options(${name} PRIVATE -O2 -ffunction-sections -fdata-sections -ftls-model=initial-exec
    ${compile_more} $<$<COMPILE_LANGUAGE:C>:
    -Wall -Wextra -Werror=implicit-function-declaration $<$<BOOL:${REFLOADER_WERROR}>:-Werror>>)
  set_target_properties(${name} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()
add_parts(dropin_parts ${sources} "${import_system}")
add_parts(dropin_decisions ${deciding})

# The order of the code, where the linker takes one beside its own script.
include(CheckLinkerFlag)
set(order "${build}/order.ld")
check_linker_flag(C "-Wl,-T,${order}" REFLOADER_ORDERED)
set(link_order)
if(REFLOADER_ORDERED)
  set(link_order "-Wl,-T,${order}")
endif()

# What libpython's variables lie between: not optimized with the rest, which may move them.
foreach(end IN ITEMS first last)
  add_library(dropin_${end} STATIC "${library}/image/${end}.c")
  target_include_directories(dropin_${end} SYSTEM PRIVATE ${STATIC_PYTHON_INCLUDES})
  target_compile_options(dropin_${end} PRIVATE -fno-lto ${compile_more})
  set_target_properties(dropin_${end} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endforeach()

# The memory of the image: none, room for any, and what it takes.
set(image_sizes "${CMAKE_BINARY_DIR}/image_sizes.h")
add_parts(dropin_no_image "${library}/image/place.c")
add_parts(dropin_any_image "${library}/image/place.c")
if(NOT REFLOADER_SANITIZE)
  add_parts(dropin_image "${library}/image/place.c" "${image_sizes}")
  target_compile_definitions(dropin_image PRIVATE IMAGE_SIZES="${image_sizes}")
endif()
target_compile_definitions(dropin_any_image PRIVATE IMAGE_SIZES="room.h")

# The C parts, the interpreter, memory for an image and one C file of frozen modules.
function(add_dropin name decisions place frozen)
  add_library(${name} SHARED $<TARGET_OBJECTS:dropin_parts> $<TARGET_OBJECTS:${decisions}> $<TARGET_OBJECTS:${place}>
    "${frozen}")
  target_include_directories(${name} SYSTEM PRIVATE ${STATIC_PYTHON_INCLUDES})
  target_link_options(${name} PRIVATE
    -Wl,-soname,libvulkan.so.1 -Wl,-Bsymbolic -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,--as-needed
    -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=free
    -Wl,-z,nodelete -Wl,-z,relro -Wl,-z,noexecstack -Wl,-O1
    "-Wl,--version-script=${native}/generated/exports.map" ${link_order} ${link_more})
  target_link_libraries(${name} PRIVATE
    dropin_first "${STATIC_PYTHON_ARCHIVE}" dropin_last ${STATIC_PYTHON_LIBRARIES})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME vulkan SUFFIX .so.1 NO_SONAME ON C_VISIBILITY_PRESET hidden
    LINK_DEPENDS "${native}/generated/exports.map;${order}")
endfunction()
if(REFLOADER_SANITIZE)
  add_dropin(vulkan dropin_decisions dropin_no_image "${frozen}")
else()
  # The image of the started interpreter: measured in a library that has room for it, made in the one that is
  # installed. Each is made by starts of that library.
  file(GLOB image_sources CONFIGURE_DEPENDS "${build}/image/*.py")
  add_executable(dropin_image_maker "${build}/image/maker.c")
  target_compile_definitions(dropin_image_maker PRIVATE _GNU_SOURCE)
  target_link_libraries(dropin_image_maker PRIVATE ${CMAKE_DL_LIBS})
  set(imaging ${freezing} "${build}/image" --maker $<TARGET_FILE:dropin_image_maker>)
  add_dropin(vulkan_measured dropin_decisions dropin_any_image "${frozen}")
  set_target_properties(vulkan_measured PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/measured")
  add_custom_command(OUTPUT "${image_sizes}"
    COMMAND ${imaging} --library $<TARGET_FILE:vulkan_measured> --sizes "${image_sizes}"
    DEPENDS vulkan_measured dropin_image_maker ${image_sources}
    COMMENT "Measuring the image of the started interpreter" VERBATIM)
  add_dropin(vulkan dropin_decisions dropin_image "${frozen}")
  set_property(TARGET vulkan APPEND PROPERTY LINK_DEPENDS "${image_sizes}")
  add_custom_command(TARGET vulkan POST_BUILD
    COMMAND ${imaging} --library $<TARGET_FILE:vulkan>
    COMMENT "Making the image of the started interpreter" VERBATIM)
endif()

# The variant with violators, with which refloader selftest proves that the suite can fail.
if(REFLOADER_VIOLATORS AND NOT REFLOADER_SANITIZE)
  add_parts(dropin_violations ${deciding} "${library}/violates.c")
  target_compile_definitions(dropin_violations PRIVATE REFLOADER_VIOLATORS)
  add_dropin(vulkan_violators dropin_violations dropin_no_image "${frozen_violators}")
  set_target_properties(vulkan_violators PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/violators")
  install(TARGETS vulkan_violators DESTINATION ${dropin_destination}/violators)
endif()

# The same library around a script of tests (tests/native); built on demand.
set(edge_script "${CMAKE_SOURCE_DIR}/tests/native/edge_script.py")
if(EXISTS "${edge_script}")
  set(frozen_script "${CMAKE_BINARY_DIR}/frozen_script.c")
  plain_frozen("${frozen_script}" refloader_frozen encodings= refloader= refloader.dropin= refloader.dropin.python=
    "refloader.dropin.python.entries=${edge_script}")
  add_dropin(edge_test dropin_decisions dropin_no_image "${frozen_script}")
  set_target_properties(edge_test PROPERTIES
    EXCLUDE_FROM_ALL ON LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/edge_test")
endif()

# The other name is a link, which programs can be linked with. A wheel cannot hold links, and a copy would be a second
# loader in the same process: there it is a library that holds nothing but the need for the first.
if(SKBUILD)
  file(WRITE "${CMAKE_BINARY_DIR}/other_name.c" "typedef int nothing;\n")
  add_library(vulkan_other_name SHARED "${CMAKE_BINARY_DIR}/other_name.c")
  target_link_libraries(vulkan_other_name PRIVATE -Wl,--no-as-needed vulkan)
  target_link_options(vulkan_other_name PRIVATE -Wl,--disable-new-dtags -s)
  set_target_properties(vulkan_other_name PROPERTIES
    OUTPUT_NAME vulkan SUFFIX .so BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")
  install(TARGETS vulkan_other_name DESTINATION ${dropin_destination})
else()
  set(link "${CMAKE_BINARY_DIR}/libvulkan.so")
  add_custom_command(TARGET vulkan POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E create_symlink libvulkan.so.1 "${link}" BYPRODUCTS "${link}")
  install(FILES "${link}" DESTINATION ${dropin_destination})
endif()
install(TARGETS vulkan DESTINATION ${dropin_destination})
