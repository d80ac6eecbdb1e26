# Builds the agent and the mocks for Windows, where there is a compiler for it. Without one they are left out.
set(REFLOADER_WINDOWS AUTO CACHE STRING "Build the agent and mocks for Windows: AUTO (when mingw-w64 is found), ON or OFF")
set_property(CACHE REFLOADER_WINDOWS PROPERTY STRINGS AUTO ON OFF)

find_program(MINGW_CC x86_64-w64-mingw32-gcc)
if(REFLOADER_WINDOWS STREQUAL "ON" AND NOT MINGW_CC)
  message(FATAL_ERROR "refloader: REFLOADER_WINDOWS=ON, but there is no x86_64-w64-mingw32-gcc")
elseif(REFLOADER_WINDOWS STREQUAL "OFF" OR NOT MINGW_CC)
  message(STATUS "refloader: the agent and the mocks for Windows are left out (no x86_64-w64-mingw32-gcc, or OFF)")
  return()
endif()

set(windows_source ${CMAKE_SOURCE_DIR}/refloader/native/windows)
set(windows_built ${CMAKE_BINARY_DIR}/windows)
file(MAKE_DIRECTORY ${windows_built})
file(GLOB windows_headers CONFIGURE_DEPENDS ${windows_source}/*.h ${windows_source}/posix/*.h
     ${windows_source}/posix/sys/*.h ${CMAKE_SOURCE_DIR}/refloader/probes/agent/*.h
     ${CMAKE_SOURCE_DIR}/refloader/native/include/*.h
     ${CMAKE_SOURCE_DIR}/refloader/native/generated/*.h ${CMAKE_SOURCE_DIR}/mock_icd/*.h
     ${CMAKE_SOURCE_DIR}/mock_layers/*.h)
set(windows_flags -std=gnu11 -O1 -Wall -Wextra -Wno-attributes -I${CMAKE_SOURCE_DIR}/refloader/native/include)
set(posix_flags -isystem ${windows_source}/posix -include ${windows_source}/posix/posix.h)
if(REFLOADER_WERROR)
  list(APPEND windows_flags -Werror)
endif()
# The linker would write the time into a library, and choose its address by the folder that it is built in.
set(windows_link -Wl,--no-insert-timestamp,--disable-auto-image-base)
set(windows_files)

function(compile_for_windows object source)
  add_custom_command(OUTPUT ${windows_built}/${object} DEPENDS ${source} ${windows_headers} VERBATIM
    COMMAND ${MINGW_CC} ${windows_flags} ${posix_flags} ${ARGN} -c ${source} -o ${windows_built}/${object})
endfunction()

# The units of a mock in one object, the same in each library.
function(add_windows_units object units)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  list(TRANSFORM units PREPEND ${CMAKE_SOURCE_DIR}/)
  add_custom_command(OUTPUT ${windows_built}/${object} DEPENDS ${units} ${windows_headers} VERBATIM
    COMMAND ${MINGW_CC} ${windows_flags} ${posix_flags} ${definitions} -r -nostdlib -o ${windows_built}/${object} ${units})
endfunction()

# One library for each set of exports, as for Linux.
function(add_windows_mock name sources)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  set(objects)
  foreach(source IN LISTS sources)
    if(source MATCHES "[.]o$")
      list(APPEND objects ${windows_built}/${source})
    else()
      string(MAKE_C_IDENTIFIER ${source} stem)
      compile_for_windows(${name}-${stem}.o ${CMAKE_SOURCE_DIR}/${source} ${definitions})
      list(APPEND objects ${windows_built}/${name}-${stem}.o)
    endif()
  endforeach()
  add_custom_command(OUTPUT ${windows_built}/${name}.dll DEPENDS ${objects} VERBATIM
    COMMAND ${MINGW_CC} -shared -static -s ${windows_link} -o ${windows_built}/${name}.dll ${objects} -lpthread)
  set(windows_files ${windows_files} ${windows_built}/${name}.dll PARENT_SCOPE)
endfunction()

add_windows_units(mock_driver.o "${driver_units}" MOCK=driver_)
add_windows_units(mock_layer_units.o "${layer_units}")
add_windows_units(mock_second_layer.o "${layer_units};mock_layers/exports.c" ${second_layer})
set(driver "mock_icd/exports.c;mock_driver.o")
set(layer "mock_layers/exports.c;mock_layer_units.o")
set(second_units mock_second_layer.o)
set(add_mock add_windows_mock)
include(refloader/native/include/mocks.cmake)

set(agent_sources)
foreach(name IN ITEMS native/windows/machine native/windows/hooks native/windows/dxgi probes/agent/agent probes/agent/words
    probes/agent/report probes/agent/events probes/agent/application probes/agent/calls)
  list(APPEND agent_sources ${CMAKE_SOURCE_DIR}/refloader/${name}.c)
endforeach()
add_custom_command(OUTPUT ${windows_built}/agent.exe DEPENDS ${agent_sources} ${windows_headers} VERBATIM
  COMMAND ${MINGW_CC} ${windows_flags} -Wno-cast-function-type -municode -static -s -o ${windows_built}/agent.exe
          ${agent_sources} -ladvapi32 -ldxguid)
list(APPEND windows_files ${windows_built}/agent.exe)

add_custom_target(windows_programs ALL DEPENDS ${windows_files})
install(FILES ${windows_files} DESTINATION ${REFLOADER_PLACE}/windows OPTIONAL)
