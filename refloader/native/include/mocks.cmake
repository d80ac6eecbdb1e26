# The mocks: one library for each set of exports that the dynamic linker can tell apart; all else is a flag at run time.
# ``driver``, ``layer`` and ``second_units`` are the units; the function that ``add_mock`` names makes a library of a name,
# of units and of definitions.
cmake_language(CALL ${add_mock} mock_layer "${layer}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR)
cmake_language(CALL ${add_mock} mock_layer_v0 "${layer}" EXPORT_INTROSPECTION EXPORT_GET_PROC_ADDR EXPORT_PREFIXED)
cmake_language(CALL ${add_mock} mock_layer_v1 "${layer}" EXPORT_GET_PROC_ADDR)
cmake_language(CALL ${add_mock} mock_layer_v2 "${layer}" EXPORT_NEGOTIATE)
cmake_language(CALL ${add_mock} mock_layer_renamed "${layer}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_RENAMED=mock_)
cmake_language(CALL ${add_mock} mock_layer_early "${layer}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_PRE_INSTANCE)
cmake_language(CALL ${add_mock} mock_layer_two "${layer};${second_units}"
  EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_RENAMED=first_ "NAME_SUFFIX=\"_first\"")
cmake_language(CALL ${add_mock} mock_layer_driver "${layer};${driver}"
  EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_RENAMED=mock_ EXPORT_PHYSICAL)
cmake_language(CALL ${add_mock} mock_icd "${driver}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_PHYSICAL)
cmake_language(CALL ${add_mock} mock_icd_v0 "${driver}" EXPORT_PLAIN)
cmake_language(CALL ${add_mock} mock_icd_v2 "${driver}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR)
cmake_language(CALL ${add_mock} mock_icd_v6 "${driver}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_PHYSICAL EXPORT_ADAPTERS)
cmake_language(CALL ${add_mock} mock_icd_v7 "${driver}" EXPORT_GET_PROC_ADDR)
# Its vkGetInstanceProcAddr, as loaders of interface version 0 would look it up, gives NULL for every name.
cmake_language(CALL ${add_mock} mock_icd_both "${driver}" EXPORT_NEGOTIATE EXPORT_GET_PROC_ADDR EXPORT_PLAIN EMPTY_PLAIN)
