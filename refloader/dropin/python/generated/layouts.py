"""Byte offsets of members, sizes, structure types (TYPE) and numbers of the Vulkan and loader interfaces.

The layout of 64-bit machines; a test compares it with the C headers.
"""

# Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.

class VkApplicationInfo:
    SIZE = 48
    TYPE = 0
    sType = 0
    pNext = 8
    pApplicationName = 16
    applicationVersion = 24
    pEngineName = 32
    engineVersion = 40
    apiVersion = 44


class VkInstanceCreateInfo:
    SIZE = 64
    TYPE = 1
    sType = 0
    pNext = 8
    flags = 16
    pApplicationInfo = 24
    enabledLayerCount = 32
    ppEnabledLayerNames = 40
    enabledExtensionCount = 48
    ppEnabledExtensionNames = 56


class VkDeviceCreateInfo:
    SIZE = 72
    TYPE = 3
    sType = 0
    pNext = 8
    flags = 16
    queueCreateInfoCount = 20
    pQueueCreateInfos = 24
    enabledLayerCount = 32
    ppEnabledLayerNames = 40
    enabledExtensionCount = 48
    ppEnabledExtensionNames = 56
    pEnabledFeatures = 64


class VkDeviceGroupDeviceCreateInfo:
    SIZE = 32
    TYPE = 1000070001
    sType = 0
    pNext = 8
    physicalDeviceCount = 16
    pPhysicalDevices = 24


class VkAllocationCallbacks:
    SIZE = 48
    pUserData = 0
    pfnAllocation = 8
    pfnReallocation = 16
    pfnFree = 24
    pfnInternalAllocation = 32
    pfnInternalFree = 40


class VkExtensionProperties:
    SIZE = 260
    extensionName = 0
    specVersion = 256


class VkLayerProperties:
    SIZE = 520
    layerName = 0
    specVersion = 256
    implementationVersion = 260
    description = 264


class VkPhysicalDeviceProperties:
    SIZE = 824
    apiVersion = 0
    driverVersion = 4
    vendorID = 8
    deviceID = 12
    deviceType = 16
    deviceName = 20
    pipelineCacheUUID = 276
    limits = 296
    sparseProperties = 800


class VkPhysicalDeviceProperties2:
    SIZE = 840
    TYPE = 1000059001
    sType = 0
    pNext = 8
    properties = 16


class VkPhysicalDeviceIDProperties:
    SIZE = 64
    TYPE = 1000071004
    sType = 0
    pNext = 8
    deviceUUID = 16
    driverUUID = 32
    deviceLUID = 48
    deviceNodeMask = 56
    deviceLUIDValid = 60


class VkPhysicalDeviceDriverProperties:
    SIZE = 536
    TYPE = 1000196000
    sType = 0
    pNext = 8
    driverID = 16
    driverName = 20
    driverInfo = 276
    conformanceVersion = 532


class VkPhysicalDevicePCIBusInfoPropertiesEXT:
    SIZE = 32
    TYPE = 1000212000
    sType = 0
    pNext = 8
    pciDomain = 16
    pciBus = 20
    pciDevice = 24
    pciFunction = 28


class VkPhysicalDeviceGroupProperties:
    SIZE = 288
    TYPE = 1000070000
    sType = 0
    pNext = 8
    physicalDeviceCount = 16
    physicalDevices = 24
    subsetAllocation = 280


class VkPhysicalDeviceMaintenance5Features:
    SIZE = 24
    TYPE = 1000470000
    sType = 0
    pNext = 8
    maintenance5 = 16


class VkDirectDriverLoadingInfoLUNARG:
    SIZE = 32
    TYPE = 1000459000
    sType = 0
    pNext = 8
    flags = 16
    pfnGetInstanceProcAddr = 24


class VkDirectDriverLoadingListLUNARG:
    SIZE = 32
    TYPE = 1000459001
    sType = 0
    pNext = 8
    mode = 16
    driverCount = 20
    pDrivers = 24


class VkDebugReportCallbackCreateInfoEXT:
    SIZE = 40
    TYPE = 1000011000
    sType = 0
    pNext = 8
    flags = 16
    pfnCallback = 24
    pUserData = 32


class VkDebugUtilsMessengerCreateInfoEXT:
    SIZE = 48
    TYPE = 1000128004
    sType = 0
    pNext = 8
    flags = 16
    messageSeverity = 20
    messageType = 24
    pfnUserCallback = 32
    pUserData = 40


class VkDebugUtilsMessengerCallbackDataEXT:
    SIZE = 96
    TYPE = 1000128003
    sType = 0
    pNext = 8
    flags = 16
    pMessageIdName = 24
    messageIdNumber = 32
    pMessage = 40
    queueLabelCount = 48
    pQueueLabels = 56
    cmdBufLabelCount = 64
    pCmdBufLabels = 72
    objectCount = 80
    pObjects = 88


class VkDebugUtilsObjectNameInfoEXT:
    SIZE = 40
    TYPE = 1000128000
    sType = 0
    pNext = 8
    objectType = 16
    objectHandle = 24
    pObjectName = 32


class VkLayerSettingsCreateInfoEXT:
    SIZE = 32
    TYPE = 1000496000
    sType = 0
    pNext = 8
    settingCount = 16
    pSettings = 24


class VkNegotiateLayerInterface:
    SIZE = 48
    TYPE = 1
    sType = 0
    pNext = 8
    loaderLayerInterfaceVersion = 16
    pfnGetInstanceProcAddr = 24
    pfnGetDeviceProcAddr = 32
    pfnGetPhysicalDeviceProcAddr = 40


class VkLayerInstanceLink:
    SIZE = 24
    pNext = 0
    pfnNextGetInstanceProcAddr = 8
    pfnNextGetPhysicalDeviceProcAddr = 16


class VkLayerDeviceLink:
    SIZE = 24
    pNext = 0
    pfnNextGetInstanceProcAddr = 8
    pfnNextGetDeviceProcAddr = 16


class VkLayerInstanceCreateInfo:
    SIZE = 40
    TYPE = 47
    sType = 0
    pNext = 8
    function = 16
    u = 24


class VkLayerDeviceCreateInfo:
    SIZE = 32
    TYPE = 48
    sType = 0
    pNext = 8
    function = 16
    u = 24


class VkEnumerateInstanceExtensionPropertiesChain:
    SIZE = 32
    TYPE = 1
    header = 0
    pfnNextLayer = 16
    pNextLink = 24


class VkEnumerateInstanceLayerPropertiesChain:
    SIZE = 32
    TYPE = 2
    header = 0
    pfnNextLayer = 16
    pNextLink = 24


class VkEnumerateInstanceVersionChain:
    SIZE = 32
    TYPE = 3
    header = 0
    pfnNextLayer = 16
    pNextLink = 24


class VkResult:
    SUCCESS = 0
    NOT_READY = 1
    TIMEOUT = 2
    EVENT_SET = 3
    EVENT_RESET = 4
    INCOMPLETE = 5
    ERROR_OUT_OF_HOST_MEMORY = -1
    ERROR_OUT_OF_DEVICE_MEMORY = -2
    ERROR_INITIALIZATION_FAILED = -3
    ERROR_DEVICE_LOST = -4
    ERROR_MEMORY_MAP_FAILED = -5
    ERROR_LAYER_NOT_PRESENT = -6
    ERROR_EXTENSION_NOT_PRESENT = -7
    ERROR_FEATURE_NOT_PRESENT = -8
    ERROR_INCOMPATIBLE_DRIVER = -9
    ERROR_TOO_MANY_OBJECTS = -10
    ERROR_FORMAT_NOT_SUPPORTED = -11
    ERROR_FRAGMENTED_POOL = -12
    ERROR_UNKNOWN = -13
    ERROR_VALIDATION_FAILED = -1000011001
    ERROR_OUT_OF_POOL_MEMORY = -1000069000
    ERROR_INVALID_EXTERNAL_HANDLE = -1000072003
    ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS = -1000257000
    ERROR_FRAGMENTATION = -1000161000
    PIPELINE_COMPILE_REQUIRED = 1000297000
    ERROR_NOT_PERMITTED = -1000174001
    ERROR_SURFACE_LOST_KHR = -1000000000
    ERROR_NATIVE_WINDOW_IN_USE_KHR = -1000000001
    SUBOPTIMAL_KHR = 1000001003
    ERROR_OUT_OF_DATE_KHR = -1000001004
    ERROR_INCOMPATIBLE_DISPLAY_KHR = -1000003001
    ERROR_INVALID_SHADER_NV = -1000012000
    ERROR_IMAGE_USAGE_NOT_SUPPORTED_KHR = -1000023000
    ERROR_VIDEO_PICTURE_LAYOUT_NOT_SUPPORTED_KHR = -1000023001
    ERROR_VIDEO_PROFILE_OPERATION_NOT_SUPPORTED_KHR = -1000023002
    ERROR_VIDEO_PROFILE_FORMAT_NOT_SUPPORTED_KHR = -1000023003
    ERROR_VIDEO_PROFILE_CODEC_NOT_SUPPORTED_KHR = -1000023004
    ERROR_VIDEO_STD_VERSION_NOT_SUPPORTED_KHR = -1000023005
    ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT = -1000158000
    ERROR_PRESENT_TIMING_QUEUE_FULL_EXT = -1000208000
    ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT = -1000255000
    THREAD_IDLE_KHR = 1000268000
    THREAD_DONE_KHR = 1000268001
    OPERATION_DEFERRED_KHR = 1000268002
    OPERATION_NOT_DEFERRED_KHR = 1000268003
    ERROR_INVALID_VIDEO_STD_PARAMETERS_KHR = -1000299000
    ERROR_COMPRESSION_EXHAUSTED_EXT = -1000338000
    INCOMPATIBLE_SHADER_BINARY_EXT = 1000482000
    PIPELINE_BINARY_MISSING_KHR = 1000483000
    ERROR_NOT_ENOUGH_SPACE_KHR = -1000483000


class VkSystemAllocationScope:
    COMMAND = 0
    OBJECT = 1
    CACHE = 2
    DEVICE = 3
    INSTANCE = 4


class VkDebugReportObjectTypeEXT:
    UNKNOWN = 0
    INSTANCE = 1
    PHYSICAL_DEVICE = 2
    DEVICE = 3
    QUEUE = 4
    COMMAND_BUFFER = 6
    SURFACE_KHR = 26


class VkDirectDriverLoadingModeLUNARG:
    EXCLUSIVE = 0
    INCLUSIVE = 1


class VkInstanceCreateFlagBits:
    ENUMERATE_PORTABILITY_BIT_KHR = 1


class VkDebugUtilsMessageTypeFlagBitsEXT:
    GENERAL = 1
    VALIDATION = 2
    PERFORMANCE = 4
    DEVICE_ADDRESS_BINDING = 8


class VkLayerFunction:
    LINK_INFO = 0
    LOADER_DATA_CALLBACK = 1
    LOADER_LAYER_CREATE_DEVICE_CALLBACK = 2
    LOADER_FEATURES = 3


class VkIcdWsiPlatform:
    MIR = 0
    WAYLAND = 1
    WIN32 = 2
    XCB = 3
    XLIB = 4
    ANDROID = 5
    MACOS = 6
    IOS = 7
    DISPLAY = 8
    HEADLESS = 9
    METAL = 10
    DIRECTFB = 11
    VI = 12
    GGP = 13
    SCREEN = 14
    FUCHSIA = 15


# By structure type: the structures that extend VkDeviceCreateInfo.
DEVICE_CHAIN_SIZES = {
    1000070001: 32,  # VkDeviceGroupDeviceCreateInfo
    1000059000: 240,  # VkPhysicalDeviceFeatures2
    1000145001: 24,  # VkPhysicalDeviceProtectedMemoryFeatures
    1000083000: 32,  # VkPhysicalDevice16BitStorageFeatures
    1000120000: 24,  # VkPhysicalDeviceVariablePointersFeatures
    1000156004: 24,  # VkPhysicalDeviceSamplerYcbcrConversionFeatures
    1000053001: 32,  # VkPhysicalDeviceMultiviewFeatures
    1000063000: 24,  # VkPhysicalDeviceShaderDrawParametersFeatures
    49: 64,  # VkPhysicalDeviceVulkan11Features
    51: 208,  # VkPhysicalDeviceVulkan12Features
    1000211000: 32,  # VkPhysicalDeviceVulkanMemoryModelFeatures
    1000261000: 24,  # VkPhysicalDeviceHostQueryResetFeatures
    1000207000: 24,  # VkPhysicalDeviceTimelineSemaphoreFeatures
    1000257000: 32,  # VkPhysicalDeviceBufferDeviceAddressFeatures
    1000177000: 32,  # VkPhysicalDevice8BitStorageFeatures
    1000180000: 24,  # VkPhysicalDeviceShaderAtomicInt64Features
    1000082000: 24,  # VkPhysicalDeviceShaderFloat16Int8Features
    1000161001: 96,  # VkPhysicalDeviceDescriptorIndexingFeatures
    1000221000: 24,  # VkPhysicalDeviceScalarBlockLayoutFeatures
    1000253000: 24,  # VkPhysicalDeviceUniformBufferStandardLayoutFeatures
    1000175000: 24,  # VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures
    1000108000: 24,  # VkPhysicalDeviceImagelessFramebufferFeatures
    1000241000: 24,  # VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures
    53: 80,  # VkPhysicalDeviceVulkan13Features
    1000295000: 24,  # VkPhysicalDevicePrivateDataFeatures
    1000295001: 24,  # VkDevicePrivateDataCreateInfo
    1000314007: 24,  # VkPhysicalDeviceSynchronization2Features
    1000066000: 24,  # VkPhysicalDeviceTextureCompressionASTCHDRFeatures
    1000413000: 24,  # VkPhysicalDeviceMaintenance4Features
    1000215000: 24,  # VkPhysicalDeviceShaderTerminateInvocationFeatures
    1000276000: 24,  # VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures
    1000297000: 24,  # VkPhysicalDevicePipelineCreationCacheControlFeatures
    1000325000: 24,  # VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures
    1000335000: 24,  # VkPhysicalDeviceImageRobustnessFeatures
    1000225002: 24,  # VkPhysicalDeviceSubgroupSizeControlFeatures
    1000138000: 24,  # VkPhysicalDeviceInlineUniformBlockFeatures
    1000280000: 24,  # VkPhysicalDeviceShaderIntegerDotProductFeatures
    1000044003: 24,  # VkPhysicalDeviceDynamicRenderingFeatures
    55: 104,  # VkPhysicalDeviceVulkan14Features
    1000388000: 24,  # VkPhysicalDeviceGlobalPriorityQueryFeatures
    1000265000: 24,  # VkPhysicalDeviceIndexTypeUint8Features
    1000470000: 24,  # VkPhysicalDeviceMaintenance5Features
    1000545000: 24,  # VkPhysicalDeviceMaintenance6Features
    1000270000: 24,  # VkPhysicalDeviceHostImageCopyFeatures
    1000416000: 24,  # VkPhysicalDeviceShaderSubgroupRotateFeatures
    1000528000: 24,  # VkPhysicalDeviceShaderFloatControls2Features
    1000544000: 24,  # VkPhysicalDeviceShaderExpectAssumeFeatures
    1000466000: 24,  # VkPhysicalDevicePipelineProtectedAccessFeatures
    1000068001: 24,  # VkPhysicalDevicePipelineRobustnessFeatures
    1000259000: 40,  # VkPhysicalDeviceLineRasterizationFeatures
    1000190002: 24,  # VkPhysicalDeviceVertexAttributeDivisorFeatures
    1000232000: 24,  # VkPhysicalDeviceDynamicRenderingLocalReadFeatures
    1000116000: 24,  # VkPhysicalDevicePerformanceQueryFeaturesKHR
    1000141000: 32,  # VkPhysicalDeviceShaderBfloat16FeaturesKHR
    1000163000: 80,  # VkPhysicalDevicePortabilitySubsetFeaturesKHR
    1000181000: 24,  # VkPhysicalDeviceShaderClockFeaturesKHR
    1000226003: 32,  # VkPhysicalDeviceFragmentShadingRateFeaturesKHR
    1000231000: 24,  # VkPhysicalDeviceShaderConstantDataFeaturesKHR
    1000233000: 24,  # VkPhysicalDeviceShaderAbortFeaturesKHR
    1000235000: 24,  # VkPhysicalDeviceShaderQuadControlFeaturesKHR
    1000248000: 24,  # VkPhysicalDevicePresentWaitFeaturesKHR
    1000269000: 24,  # VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR
    1000294001: 24,  # VkPhysicalDevicePresentIdFeaturesKHR
    1000318006: 24,  # VkPhysicalDeviceDeviceAddressCommandsFeaturesKHR
    1000203000: 24,  # VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR
    1000323000: 24,  # VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR
    1000336000: 32,  # VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR
    1000386000: 24,  # VkPhysicalDeviceRayTracingMaintenance1FeaturesKHR
    1000387000: 24,  # VkPhysicalDeviceShaderUntypedPointersFeaturesKHR
    1000434000: 24,  # VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR
    1000479002: 24,  # VkPhysicalDevicePresentId2FeaturesKHR
    1000480001: 24,  # VkPhysicalDevicePresentWait2FeaturesKHR
    1000481000: 24,  # VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR
    1000483000: 24,  # VkPhysicalDevicePipelineBinaryFeaturesKHR
    1000483008: 24,  # VkDevicePipelineBinaryInternalCacheControlKHR
    1000275000: 24,  # VkPhysicalDeviceSwapchainMaintenance1FeaturesKHR
    1000504000: 24,  # VkPhysicalDeviceInternallySynchronizedQueuesFeaturesKHR
    1000506000: 24,  # VkPhysicalDeviceCooperativeMatrixFeaturesKHR
    1000201000: 24,  # VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR
    1000513004: 24,  # VkPhysicalDeviceVideoEncodeAV1FeaturesKHR
    1000514000: 24,  # VkPhysicalDeviceVideoDecodeVP9FeaturesKHR
    1000515000: 24,  # VkPhysicalDeviceVideoMaintenance1FeaturesKHR
    1000527000: 24,  # VkPhysicalDeviceUnifiedImageLayoutsFeaturesKHR
    1000549000: 24,  # VkPhysicalDeviceCopyMemoryIndirectFeaturesKHR
    1000552004: 24,  # VkPhysicalDeviceVideoEncodeIntraRefreshFeaturesKHR
    1000553009: 24,  # VkPhysicalDeviceVideoEncodeQuantizationMapFeaturesKHR
    1000558000: 24,  # VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR
    1000562000: 24,  # VkPhysicalDeviceMaintenance7FeaturesKHR
    1000573000: 32,  # VkPhysicalDeviceFaultFeaturesKHR
    1000574000: 24,  # VkPhysicalDeviceMaintenance8FeaturesKHR
    1000579000: 32,  # VkPhysicalDeviceShaderFmaFeaturesKHR
    1000584000: 24,  # VkPhysicalDeviceMaintenance9FeaturesKHR
    1000586000: 24,  # VkPhysicalDeviceVideoMaintenance2FeaturesKHR
    1000598000: 24,  # VkPhysicalDeviceVideoEncodeFeedback2FeaturesKHR
    1000421000: 24,  # VkPhysicalDeviceDepthClampZeroOneFeaturesKHR
    1000286000: 32,  # VkPhysicalDeviceRobustness2FeaturesKHR
    1000361000: 24,  # VkPhysicalDevicePresentModeFifoLatestReadyFeaturesKHR
    1000623000: 24,  # VkPhysicalDeviceOpacityMicromapFeaturesKHR
    1000630000: 24,  # VkPhysicalDeviceMaintenance10FeaturesKHR
    1000498000: 24,  # VkPhysicalDevicePipelineLibraryGroupHandlesFeaturesKHR
    1000657000: 24,  # VkPhysicalDeviceMaintenance11FeaturesKHR
    1000668004: 24,  # VkPhysicalDeviceExtendedFlagsFeaturesKHR
    1000028000: 24,  # VkPhysicalDeviceTransformFeedbackFeaturesEXT
    1000050000: 24,  # VkPhysicalDeviceCornerSampledImageFeaturesNV
    1000067001: 24,  # VkPhysicalDeviceASTCDecodeFeaturesEXT
    1000081001: 24,  # VkPhysicalDeviceConditionalRenderingFeaturesEXT
    1000102000: 24,  # VkPhysicalDeviceDepthClipEnableFeaturesEXT
    1000110000: 24,  # VkPhysicalDeviceRelaxedLineRasterizationFeaturesIMG
    1000133000: 32,  # VkPhysicalDeviceGpaFeaturesAMD
    1000134000: 24,  # VkPhysicalDeviceShaderEnqueueFeaturesAMDX
    1000135009: 24,  # VkPhysicalDeviceDescriptorHeapFeaturesEXT
    1000148000: 24,  # VkPhysicalDeviceBlendOperationAdvancedFeaturesEXT
    1000154000: 24,  # VkPhysicalDeviceShaderSMBuiltinsFeaturesNV
    1000164001: 24,  # VkPhysicalDeviceShadingRateImageFeaturesNV
    1000166000: 24,  # VkPhysicalDeviceRepresentativeFragmentTestFeaturesNV
    1000172000: 24,  # VkPhysicalDeviceCooperativeMatrixConversionFeaturesQCOM
    1000173000: 24,  # VkPhysicalDeviceElapsedTimerQueryFeaturesQCOM
    1000189000: 24,  # VkDeviceMemoryOverallocationCreateInfoAMD
    1000202000: 24,  # VkPhysicalDeviceMeshShaderFeaturesNV
    1000204000: 24,  # VkPhysicalDeviceShaderImageFootprintFeaturesNV
    1000205002: 24,  # VkPhysicalDeviceExclusiveScissorFeaturesNV
    1000208000: 32,  # VkPhysicalDevicePresentTimingFeaturesEXT
    1000209000: 24,  # VkPhysicalDeviceShaderIntegerFunctions2FeaturesINTEL
    1000218000: 32,  # VkPhysicalDeviceFragmentDensityMapFeaturesEXT
    1000229000: 24,  # VkPhysicalDeviceCoherentMemoryFeaturesAMD
    1000234000: 24,  # VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT
    1000238000: 24,  # VkPhysicalDeviceMemoryPriorityFeaturesEXT
    1000240000: 24,  # VkPhysicalDeviceDedicatedAllocationImageAliasingFeaturesNV
    1000244000: 32,  # VkPhysicalDeviceBufferDeviceAddressFeaturesEXT
    1000249000: 24,  # VkPhysicalDeviceCooperativeMatrixFeaturesNV
    1000250000: 24,  # VkPhysicalDeviceCoverageReductionModeFeaturesNV
    1000251000: 32,  # VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT
    1000252000: 24,  # VkPhysicalDeviceYcbcrImageArraysFeaturesEXT
    1000254000: 24,  # VkPhysicalDeviceProvokingVertexFeaturesEXT
    1000260000: 64,  # VkPhysicalDeviceShaderAtomicFloatFeaturesEXT
    1000267000: 24,  # VkPhysicalDeviceExtendedDynamicStateFeaturesEXT
    1000272000: 32,  # VkPhysicalDeviceMapMemoryPlacedFeaturesEXT
    1000273000: 64,  # VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT
    1000277007: 24,  # VkPhysicalDeviceDeviceGeneratedCommandsFeaturesNV
    1000278000: 24,  # VkPhysicalDeviceInheritedViewportScissorFeaturesNV
    1000281000: 24,  # VkPhysicalDeviceTexelBufferAlignmentFeaturesEXT
    1000283000: 32,  # VkPhysicalDeviceDepthBiasControlFeaturesEXT
    1000284000: 24,  # VkPhysicalDeviceDeviceMemoryReportFeaturesEXT
    1000284001: 40,  # VkDeviceDeviceMemoryReportCreateInfoEXT
    1000287002: 24,  # VkPhysicalDeviceCustomBorderColorFeaturesEXT
    1000288000: 24,  # VkPhysicalDeviceTextureCompressionASTC3DFeaturesEXT
    1000292000: 24,  # VkPhysicalDevicePresentBarrierFeaturesNV
    1000300000: 24,  # VkPhysicalDeviceDiagnosticsConfigFeaturesNV
    1000300001: 24,  # VkDeviceDiagnosticsConfigCreateInfoNV
    1000302001: 24,  # VkPhysicalDeviceQueuePerfHintFeaturesQCOM
    1000303000: 32,  # VkPhysicalDeviceImageProcessing3FeaturesQCOM
    1000304000: 24,  # VkPhysicalDeviceShaderMultipleWaitQueuesFeaturesQCOM
    1000305000: 24,  # VkPhysicalDeviceShaderSplitBarrierFeaturesEXT
    1000307003: 24,  # VkPhysicalDeviceCudaKernelLaunchFeaturesNV
    1000309000: 72,  # VkPhysicalDeviceTileShadingFeaturesQCOM
    1000316002: 32,  # VkPhysicalDeviceDescriptorBufferFeaturesEXT
    1000320000: 24,  # VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT
    1000321000: 24,  # VkPhysicalDeviceShaderEarlyAndLateFragmentTestsFeaturesAMD
    1000326001: 32,  # VkPhysicalDeviceFragmentShadingRateEnumsFeaturesNV
    1000327001: 24,  # VkPhysicalDeviceRayTracingMotionBlurFeaturesNV
    1000330000: 24,  # VkPhysicalDeviceYcbcr2Plane444FormatsFeaturesEXT
    1000332000: 24,  # VkPhysicalDeviceFragmentDensityMap2FeaturesEXT
    1000338000: 24,  # VkPhysicalDeviceImageCompressionControlFeaturesEXT
    1000339000: 24,  # VkPhysicalDeviceAttachmentFeedbackLoopLayoutFeaturesEXT
    1000340000: 24,  # VkPhysicalDevice4444FormatsFeaturesEXT
    1000341000: 24,  # VkPhysicalDeviceFaultFeaturesEXT
    1000342000: 32,  # VkPhysicalDeviceRasterizationOrderAttachmentAccessFeaturesEXT
    1000344000: 24,  # VkPhysicalDeviceRGBA10X6FormatsFeaturesEXT
    1000351000: 24,  # VkPhysicalDeviceMutableDescriptorTypeFeaturesEXT
    1000352000: 24,  # VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT
    1000354000: 24,  # VkPhysicalDeviceAddressBindingReportFeaturesEXT
    1000355000: 24,  # VkPhysicalDeviceDepthClipControlFeaturesEXT
    1000356000: 24,  # VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT
    1000369001: 24,  # VkPhysicalDeviceSubpassShadingFeaturesHUAWEI
    1000370000: 24,  # VkPhysicalDeviceInvocationMaskFeaturesHUAWEI
    1000371001: 24,  # VkPhysicalDeviceExternalMemoryRDMAFeaturesNV
    1000372001: 24,  # VkPhysicalDevicePipelinePropertiesFeaturesEXT
    1000375000: 24,  # VkPhysicalDeviceFrameBoundaryFeaturesEXT
    1000376000: 24,  # VkPhysicalDeviceMultisampledRenderToSingleSampledFeaturesEXT
    1000377000: 32,  # VkPhysicalDeviceExtendedDynamicState2FeaturesEXT
    1000381000: 24,  # VkPhysicalDeviceColorWriteEnableFeaturesEXT
    1000382000: 32,  # VkPhysicalDevicePrimitivesGeneratedQueryFeaturesEXT
    1000390000: 24,  # VkPhysicalDeviceVideoEncodeRgbConversionFeaturesVALVE
    1000391000: 24,  # VkPhysicalDeviceImageViewMinLodFeaturesEXT
    1000392000: 24,  # VkPhysicalDeviceMultiDrawFeaturesEXT
    1000393000: 24,  # VkPhysicalDeviceImage2DViewOf3DFeaturesEXT
    1000395000: 32,  # VkPhysicalDeviceShaderTileImageFeaturesEXT
    1000396005: 32,  # VkPhysicalDeviceOpacityMicromapFeaturesEXT
    1000397000: 24,  # VkPhysicalDeviceDisplacementMicromapFeaturesNV
    1000404000: 24,  # VkPhysicalDeviceClusterCullingShaderFeaturesHUAWEI
    1000411000: 24,  # VkPhysicalDeviceBorderColorSwizzleFeaturesEXT
    1000412000: 24,  # VkPhysicalDevicePageableDeviceLocalMemoryFeaturesEXT
    1000417000: 24,  # VkDeviceQueueShaderCoreControlCreateInfoARM
    1000417001: 24,  # VkPhysicalDeviceSchedulingControlsFeaturesARM
    1000418000: 24,  # VkPhysicalDeviceImageSlicedViewOf3DFeaturesEXT
    1000420000: 24,  # VkPhysicalDeviceDescriptorSetHostMappingFeaturesVALVE
    1000422000: 24,  # VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT
    1000424000: 24,  # VkPhysicalDeviceRenderPassStripedFeaturesARM
    1000425000: 24,  # VkPhysicalDeviceFragmentDensityMapOffsetFeaturesEXT
    1000426000: 24,  # VkPhysicalDeviceCopyMemoryIndirectFeaturesNV
    1000427000: 24,  # VkPhysicalDeviceMemoryDecompressionFeaturesEXT
    1000428000: 32,  # VkPhysicalDeviceDeviceGeneratedCommandsComputeFeaturesNV
    1000429008: 24,  # VkPhysicalDeviceRayTracingLinearSweptSpheresFeaturesNV
    1000430000: 24,  # VkPhysicalDeviceLinearColorAttachmentFeaturesNV
    1000437000: 24,  # VkPhysicalDeviceImageCompressionControlSwapchainFeaturesEXT
    1000440000: 32,  # VkPhysicalDeviceImageProcessingFeaturesQCOM
    1000451000: 32,  # VkPhysicalDeviceNestedCommandBufferFeaturesEXT
    1000455000: 144,  # VkPhysicalDeviceExtendedDynamicState3FeaturesEXT
    1000458000: 24,  # VkPhysicalDeviceSubpassMergeFeedbackFeaturesEXT
    1000460009: 40,  # VkPhysicalDeviceTensorFeaturesARM
    1000460018: 24,  # VkPhysicalDeviceDescriptorBufferTensorFeaturesARM
    1000462000: 24,  # VkPhysicalDeviceShaderModuleIdentifierFeaturesEXT
    1000464000: 24,  # VkPhysicalDeviceOpticalFlowFeaturesNV
    1000465000: 24,  # VkPhysicalDeviceLegacyDitheringFeaturesEXT
    1000468000: 24,  # VkPhysicalDeviceExternalFormatResolveFeaturesANDROID
    1000476000: 24,  # VkPhysicalDeviceAntiLagFeaturesAMD
    1000478000: 24,  # VkPhysicalDeviceDenseGeometryFormatFeaturesAMDX
    1000482000: 24,  # VkPhysicalDeviceShaderObjectFeaturesEXT
    1000484000: 24,  # VkPhysicalDeviceTilePropertiesFeaturesQCOM
    1000485000: 24,  # VkPhysicalDeviceAmigoProfilingFeaturesSEC
    1000488000: 24,  # VkPhysicalDeviceMultiviewPerViewViewportsFeaturesQCOM
    1000490000: 24,  # VkPhysicalDeviceRayTracingInvocationReorderFeaturesNV
    1000491000: 24,  # VkPhysicalDeviceCooperativeVectorFeaturesNV
    1000492000: 24,  # VkPhysicalDeviceExtendedSparseAddressSpaceFeaturesNV
    1000495000: 24,  # VkPhysicalDeviceLegacyVertexAttributesFeaturesEXT
    1000497000: 24,  # VkPhysicalDeviceShaderCoreBuiltinsFeaturesARM
    1000499000: 24,  # VkPhysicalDeviceDynamicRenderingUnusedAttachmentsFeaturesEXT
    1000507006: 40,  # VkPhysicalDeviceDataGraphFeaturesARM
    1000510000: 24,  # VkPhysicalDeviceMultiviewPerViewRenderAreasFeaturesQCOM
    1000516000: 24,  # VkPhysicalDevicePerStageDescriptorSetFeaturesNV
    1000518000: 24,  # VkPhysicalDeviceImageProcessing2FeaturesQCOM
    1000519001: 24,  # VkPhysicalDeviceCubicWeightsFeaturesQCOM
    1000520000: 24,  # VkPhysicalDeviceYcbcrDegammaFeaturesQCOM
    1000521000: 24,  # VkPhysicalDeviceCubicClampFeaturesQCOM
    1000524000: 24,  # VkPhysicalDeviceAttachmentFeedbackLoopDynamicStateFeaturesEXT
    1000529004: 24,  # VkPhysicalDeviceExternalMemoryScreenBufferFeaturesQNX
    1000546000: 24,  # VkPhysicalDeviceDescriptorPoolOverallocationFeaturesNV
    1000547000: 24,  # VkPhysicalDeviceTileMemoryHeapFeaturesQCOM
    1000555000: 24,  # VkPhysicalDeviceRawAccessChainsFeaturesNV
    1000556000: 24,  # VkExternalComputeQueueDeviceCreateInfoNV
    1000559000: 24,  # VkPhysicalDeviceCommandBufferInheritanceFeaturesNV
    1000563000: 24,  # VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV
    1000564000: 24,  # VkPhysicalDeviceShaderReplicatedCompositesFeaturesEXT
    1000567000: 24,  # VkPhysicalDeviceShaderFloat8FeaturesEXT
    1000568000: 24,  # VkPhysicalDeviceRayTracingValidationFeaturesNV
    1000569000: 24,  # VkPhysicalDeviceClusterAccelerationStructureFeaturesNV
    1000570000: 24,  # VkPhysicalDevicePartitionedAccelerationStructureFeaturesNV
    1000572000: 24,  # VkPhysicalDeviceDeviceGeneratedCommandsFeaturesEXT
    1000575000: 24,  # VkPhysicalDeviceImageAlignmentControlFeaturesMESA
    1000580001: 24,  # VkPhysicalDevicePushConstantBankFeaturesNV
    1000581000: 24,  # VkPhysicalDeviceRayTracingInvocationReorderFeaturesEXT
    1000582000: 24,  # VkPhysicalDeviceDepthClampControlFeaturesEXT
    1000590000: 24,  # VkPhysicalDeviceHdrVividFeaturesHUAWEI
    1000593000: 48,  # VkPhysicalDeviceCooperativeMatrix2FeaturesNV
    1000596000: 24,  # VkPhysicalDevicePipelineOpacityMicromapFeaturesARM
    1000605000: 24,  # VkPhysicalDevicePerformanceCountersByRegionFeaturesARM
    1000607000: 24,  # VkPhysicalDeviceShaderInstrumentationFeaturesARM
    1000608000: 24,  # VkPhysicalDeviceVertexAttributeRobustnessFeaturesEXT
    1000609000: 24,  # VkPhysicalDeviceFormatPackFeaturesARM
    1000611000: 24,  # VkPhysicalDeviceFragmentDensityMapLayeredFeaturesVALVE
    1000613001: 24,  # VkPhysicalDevicePresentMeteringFeaturesNV
    1000616000: 24,  # VkPhysicalDeviceMultisampledRenderToSwapchainFeaturesEXT
    1000620000: 24,  # VkPhysicalDeviceZeroInitializeDeviceMemoryFeaturesEXT
    1000627000: 24,  # VkPhysicalDeviceShader64BitIndexingFeaturesEXT
    1000628000: 24,  # VkPhysicalDeviceCustomResolveFeaturesEXT
    1000629000: 24,  # VkPhysicalDeviceDataGraphModelFeaturesQCOM
    1000631000: 24,  # VkPhysicalDeviceDataGraphOpticalFlowFeaturesARM
    1000635000: 24,  # VkPhysicalDeviceShaderLongVectorFeaturesEXT
    1000637000: 24,  # VkPhysicalDevicePipelineCacheIncrementalModeFeaturesSEC
    1000642000: 24,  # VkPhysicalDeviceShaderUniformBufferUnsizedArrayFeaturesEXT
    1000645001: 24,  # VkPhysicalDeviceComputeOccupancyPriorityFeaturesNV
    1000659000: 40,  # VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT
    1000662000: 24,  # VkPhysicalDeviceShaderSubgroupPartitionedFeaturesEXT
    1000670000: 24,  # VkPhysicalDeviceCooperativeMatrixLayoutsFeaturesARM
    1000672000: 32,  # VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT
    1000673000: 32,  # VkPhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE
    1000674000: 24,  # VkPhysicalDeviceThrottleHintFeaturesSEC
    1000676002: 24,  # VkPhysicalDeviceDataGraphNeuralAcceleratorStatisticsFeaturesARM
    1000678000: 24,  # VkPhysicalDevicePrimitiveRestartIndexFeaturesEXT
    1000687000: 24,  # VkPhysicalDeviceImageTilingControlFeaturesEXT
    1000689000: 24,  # VkPhysicalDeviceCooperativeMatrixDecodeVectorFeaturesNV
    1000707000: 24,  # VkPhysicalDevicePrivateDataBaseHandleFeaturesNV
    1000709000: 24,  # VkPhysicalDeviceBufferDeviceAddressAllocationAlignmentFeaturesVALVE
    1000718000: 24,  # VkPhysicalDeviceHdrSmpteSt209450FeaturesGOOGLE
    1000150013: 40,  # VkPhysicalDeviceAccelerationStructureFeaturesKHR
    1000347000: 40,  # VkPhysicalDeviceRayTracingPipelineFeaturesKHR
    1000348013: 24,  # VkPhysicalDeviceRayQueryFeaturesKHR
    1000328000: 40,  # VkPhysicalDeviceMeshShaderFeaturesEXT
}
