# Finds a Python 3.11 to 3.14 whose static libpython can be linked into a shared library.
# Sets STATIC_PYTHON (the interpreter, which also compiles what is frozen), STATIC_PYTHON_INCLUDES and
# STATIC_PYTHON_ARCHIVE, all in the cache; STATIC_PYTHON is empty where there is none, and
# STATIC_PYTHON_TRIED says what was looked at.

# The interpreters worth asking, the one that builds this package first.
function(_candidates out)
  set(found ${REFLOADER_PYTHON})
  if(NOT found)
    set(found ${Python_EXECUTABLE} ${Python3_EXECUTABLE} ${PYTHON_EXECUTABLE})
    set(names python3 python3.14 python3.13 python3.12 python3.11)
    string(REPLACE ":" ";" folders "$ENV{PATH}:/usr/local/bin:/usr/bin")
    foreach(folder IN LISTS folders)
      foreach(name IN LISTS names)
        if(folder AND EXISTS "${folder}/${name}")
          list(APPEND found "${folder}/${name}")
        endif()
      endforeach()
    endforeach()
    file(GLOB kept "$ENV{HOME}/.pyenv/versions/3.1[1-4]*/bin/python3" "$ENV{PYENV_ROOT}/versions/3.1[1-4]*/bin/python3")
    list(APPEND found ${kept})
  endif()
  set(${out})
  set(files)
  foreach(python IN LISTS found)  # /bin is often /usr/bin, and python3 a link to one with its number
    file(REAL_PATH "${python}" file)
    if(NOT file IN_LIST files OR "${python}" MATCHES "/shims/")
      list(APPEND files "${file}")
      list(APPEND ${out} "${python}")
    endif()
  endforeach()
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()

# Linked as the library itself is, with what stands in the place of parts of libpython.
function(_try_link includes archive out)
  set(folder "${CMAKE_BINARY_DIR}/CMakeFiles/static-python")
  file(MAKE_DIRECTORY "${folder}")
  list(TRANSFORM includes PREPEND -I OUTPUT_VARIABLE flags)
  execute_process(
    COMMAND ${CMAKE_C_COMPILER} -shared -fPIC ${flags} -o "${folder}/probe.so"
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/static_python.c" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../c/interpreter/bootstrap.c"
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../c/interpreter/older_libc.c"
      "${archive}"
      -Wl,-z,defs -Wl,-Bsymbolic -Wl,--gc-sections -Wl,--exclude-libs,ALL ${STATIC_PYTHON_LIBRARIES}
    RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  file(WRITE "${folder}/log.txt" "${text}")
  set(${out} "${failed}" PARENT_SCOPE)
  string(REGEX MATCH "[^\n]*(error|relocation|undefined)[^\n]*" first "${text}")
  set(why "${first}" PARENT_SCOPE)
endfunction()

# One interpreter: sets the cache variables when it will do, or says in `tried` why not.
function(_consider python)
  execute_process(
    COMMAND "${python}" -I "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/static_python.py"
    RESULT_VARIABLE failed OUTPUT_VARIABLE answer ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed EQUAL 0)
    set(STATIC_PYTHON_TRIED ${STATIC_PYTHON_TRIED} "${python}: ${failed}, not a Python that runs" PARENT_SCOPE)
    return()
  endif()
  list(GET answer 0 version)
  list(GET answer 1 includes)
  list(GET answer 2 archives)
  string(REPLACE "|" ";" includes "${includes}")
  string(REPLACE "|" ";" archives "${archives}")
  set(why "no static libpython${version}.a or no headers beside it")
  if(version VERSION_LESS 3.11 OR version VERSION_GREATER 3.14)
    set(why "Python 3.11 to 3.14 is needed")
  elseif(includes)
    foreach(archive IN LISTS archives)
      _try_link("${includes}" "${archive}" failed)
      if(failed EQUAL 0)
        set(STATIC_PYTHON "${python}" CACHE FILEPATH "The Python whose libpython goes into the library" FORCE)
        set(STATIC_PYTHON_INCLUDES "${includes}" CACHE STRING "Folders of its headers" FORCE)
        set(STATIC_PYTHON_ARCHIVE "${archive}" CACHE FILEPATH "Its libpython" FORCE)
        return()
      endif()
      set(why "${archive} cannot go into a shared library: ${why}")
    endforeach()
  endif()
  set(STATIC_PYTHON_TRIED ${STATIC_PYTHON_TRIED} "${python} (${version}): ${why}" PARENT_SCOPE)
endfunction()

set(STATIC_PYTHON_LIBRARIES -Wl,--as-needed -lc -lpthread -ldl -lutil -lm)
if(NOT STATIC_PYTHON OR NOT EXISTS "${STATIC_PYTHON}" OR NOT EXISTS "${STATIC_PYTHON_ARCHIVE}")
  unset(STATIC_PYTHON CACHE)
  set(STATIC_PYTHON_TRIED)
  _candidates(candidates)
  foreach(candidate IN LISTS candidates)
    _consider("${candidate}")
    if(STATIC_PYTHON)
      break()
    endif()
  endforeach()
endif()
