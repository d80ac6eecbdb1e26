# Builds the agent and the mocks for Linux on other processors and word sizes than the harness's, each where there is
# a compiler with a C library for it. Without one they are left out.
set(REFLOADER_I386 AUTO CACHE STRING "Build the agent and mocks for 32-bit x86: AUTO (where gcc -m32 links), ON or OFF")
set_property(CACHE REFLOADER_I386 PROPERTY STRINGS AUTO ON OFF)

file(GLOB agent_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/refloader/probes/agent/*.h
     ${CMAKE_SOURCE_DIR}/refloader/native/include/*.h ${CMAKE_SOURCE_DIR}/refloader/native/generated/*.h
     ${CMAKE_SOURCE_DIR}/mock_icd/*.h ${CMAKE_SOURCE_DIR}/mock_layers/*.h)
set(agent_flags -std=gnu11 -O1 -Wall -Wextra -I${CMAKE_SOURCE_DIR}/refloader/native/include
    -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
if(REFLOADER_WERROR)
  list(APPEND agent_flags -Werror)
endif()
set(agent_sources)
foreach(name IN ITEMS agent words report events application calls linux)
  list(APPEND agent_sources ${CMAKE_SOURCE_DIR}/refloader/probes/agent/${name}.c)
endforeach()

# The units of a mock in one object, the same in each library.
function(add_other_units target compiler name units)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  list(TRANSFORM units PREPEND ${CMAKE_SOURCE_DIR}/)
  set(object ${CMAKE_BINARY_DIR}/${target}/${name}.o)
  add_custom_command(OUTPUT ${object} DEPENDS ${units} ${agent_headers} VERBATIM
    COMMAND ${compiler} ${agent_flags} -fPIC -fvisibility=hidden ${definitions} -r -nostdlib -o ${object} ${units})
endfunction()

# One library, for the ``target`` of the caller by its ``compiler``, which is a list: a program and its options.
function(add_other_mock name sources)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  set(built ${CMAKE_BINARY_DIR}/${target})
  set(files)
  set(needed)
  foreach(source IN LISTS sources)
    if(source MATCHES "[.]o$")
      list(APPEND files ${built}/${source})
    else()
      list(APPEND files ${CMAKE_SOURCE_DIR}/${source})
    endif()
  endforeach()
  add_custom_command(OUTPUT ${built}/lib${name}.so DEPENDS ${files} ${agent_headers} VERBATIM
    COMMAND ${compiler} ${agent_flags} -fPIC -fvisibility=hidden ${definitions} -shared -s -pthread
            -o ${built}/lib${name}.so ${files} -ldl)
  set(other_files ${other_files} ${built}/lib${name}.so PARENT_SCOPE)
endfunction()

function(add_other_machine target)
  set(compiler ${ARGN})
  set(built ${CMAKE_BINARY_DIR}/${target})
  set(other_files ${built}/agent)
  file(MAKE_DIRECTORY ${built})
  add_custom_command(OUTPUT ${built}/agent DEPENDS ${agent_sources} ${agent_headers} VERBATIM
    COMMAND ${compiler} ${agent_flags} -s ${${target}_start} -o ${built}/agent ${agent_sources} -ldl)
  add_other_units(${target} "${compiler}" mock_driver "${driver_units}" MOCK=driver_)
  add_other_units(${target} "${compiler}" mock_layer_units "${layer_units}")
  add_other_units(${target} "${compiler}" mock_second_layer "${layer_units};mock_layers/exports.c" ${second_layer})
  set(driver "mock_icd/exports.c;mock_driver.o")
  set(layer "mock_layers/exports.c;mock_layer_units.o")
  set(second_units mock_second_layer.o)
  set(add_mock add_other_mock)
  include(refloader/native/include/mocks.cmake)
  add_custom_target(programs_for_${target} ALL DEPENDS ${other_files})
  install(PROGRAMS ${other_files} DESTINATION ${REFLOADER_PLACE}/targets/${target} OPTIONAL)
endfunction()

# Sets without_TARGET, in the caller, if the compiler links no program; "named" is the compiler in that sentence.
function(check_links target named)
  set(try ${CMAKE_BINARY_DIR}/${target}/try)
  file(WRITE ${try}.c "#include <linux/types.h>\n#include <stdio.h>\nint main(void) { return 0; }\n")
  execute_process(COMMAND ${ARGN} -o ${try} ${try}.c RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed EQUAL 0)
    set(without_${target} "${named} does not link a program" PARENT_SCOPE)
  endif()
endfunction()

# Builds the programs for a target with this compiler, unless without_TARGET says why they cannot be built.
function(build_or_leave_out target)
  string(TOUPPER REFLOADER_${target} option)
  if(without_${target} AND ${option} STREQUAL "ON")
    message(FATAL_ERROR "refloader: ${option}=ON, but ${without_${target}}")
  elseif(without_${target})
    message(STATUS "refloader: the agent and the mocks for ${target} are left out (${without_${target}})")
  else()
    add_other_machine(${target} ${ARGN})
  endif()
endfunction()

# The kernel's headers are where those of the machine are; Debian's gcc-multilib has a link to them, and conflicts
# with its cross compilers.
set(i386_compiler ${CMAKE_C_COMPILER} -m32 -idirafter /usr/include/x86_64-linux-gnu)
if(REFLOADER_I386 STREQUAL "OFF")
  set(without_i386 "REFLOADER_I386=OFF")
elseif(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(without_i386 "this is no x86-64 machine")
else()
  check_links(i386 "${CMAKE_C_COMPILER} -m32" ${i386_compiler})
endif()
build_or_leave_out(i386 ${i386_compiler})

# For other processors, whose programs qemu-user runs. They start with the dynamic linker of the cross compiler's own C
# library, which is not where that of a machine of this kind would be.
set(REFLOADER_AARCH64 AUTO CACHE STRING
    "Build the agent and mocks for aarch64: AUTO (where there is aarch64-linux-gnu-gcc), ON or OFF")
set_property(CACHE REFLOADER_AARCH64 PROPERTY STRINGS AUTO ON OFF)
find_program(REFLOADER_AARCH64_COMPILER aarch64-linux-gnu-gcc)
if(REFLOADER_AARCH64 STREQUAL "OFF")
  set(without_aarch64 "REFLOADER_AARCH64=OFF")
elseif(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(without_aarch64 "this is no x86-64 machine")
elseif(NOT REFLOADER_AARCH64_COMPILER)
  set(without_aarch64 "there is no aarch64-linux-gnu-gcc")
else()
  set(aarch64_compiler ${REFLOADER_AARCH64_COMPILER})
  execute_process(COMMAND ${aarch64_compiler} -print-file-name=ld-linux-aarch64.so.1
    OUTPUT_VARIABLE aarch64_linker OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(IS_ABSOLUTE "${aarch64_linker}")
    get_filename_component(aarch64_linker ${aarch64_linker} REALPATH)
    get_filename_component(aarch64_folder ${aarch64_linker} DIRECTORY)
    set(aarch64_start -Wl,--dynamic-linker=${aarch64_linker} -Wl,--disable-new-dtags,-rpath,${aarch64_folder})
  endif()
  check_links(aarch64 "${aarch64_compiler}" ${aarch64_compiler})
endif()
build_or_leave_out(aarch64 ${aarch64_compiler})
