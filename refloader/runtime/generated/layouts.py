"""Byte offsets of members, sizes, structure types (TYPE) and numbers of the Vulkan and loader interfaces.

The layout of 64-bit machines; a test compares it with the C headers.
"""

# Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.

class VkBaseInStructure:
    SIZE = 16
    sType = 0
    pNext = 8


class VkBaseOutStructure:
    SIZE = 16
    sType = 0
    pNext = 8


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


class VkDeviceQueueCreateInfo:
    SIZE = 40
    TYPE = 2
    sType = 0
    pNext = 8
    flags = 16
    queueFamilyIndex = 20
    queueCount = 24
    pQueuePriorities = 32


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


class VkPhysicalDeviceFeatures2:
    SIZE = 240
    TYPE = 1000059000
    sType = 0
    pNext = 8
    features = 16


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


class VkPhysicalDeviceVulkan11Properties:
    SIZE = 112
    TYPE = 50
    sType = 0
    pNext = 8
    deviceUUID = 16
    driverUUID = 32
    deviceLUID = 48
    deviceNodeMask = 56
    deviceLUIDValid = 60
    subgroupSize = 64
    subgroupSupportedStages = 68
    subgroupSupportedOperations = 72
    subgroupQuadOperationsInAllStages = 76
    pointClippingBehavior = 80
    maxMultiviewViewCount = 84
    maxMultiviewInstanceIndex = 88
    protectedNoFault = 92
    maxPerSetDescriptors = 96
    maxMemoryAllocationSize = 104


class VkPhysicalDeviceVulkan12Properties:
    SIZE = 736
    TYPE = 52
    sType = 0
    pNext = 8
    driverID = 16
    driverName = 20
    driverInfo = 276
    conformanceVersion = 532
    denormBehaviorIndependence = 536
    roundingModeIndependence = 540
    shaderSignedZeroInfNanPreserveFloat16 = 544
    shaderSignedZeroInfNanPreserveFloat32 = 548
    shaderSignedZeroInfNanPreserveFloat64 = 552
    shaderDenormPreserveFloat16 = 556
    shaderDenormPreserveFloat32 = 560
    shaderDenormPreserveFloat64 = 564
    shaderDenormFlushToZeroFloat16 = 568
    shaderDenormFlushToZeroFloat32 = 572
    shaderDenormFlushToZeroFloat64 = 576
    shaderRoundingModeRTEFloat16 = 580
    shaderRoundingModeRTEFloat32 = 584
    shaderRoundingModeRTEFloat64 = 588
    shaderRoundingModeRTZFloat16 = 592
    shaderRoundingModeRTZFloat32 = 596
    shaderRoundingModeRTZFloat64 = 600
    maxUpdateAfterBindDescriptorsInAllPools = 604
    shaderUniformBufferArrayNonUniformIndexingNative = 608
    shaderSampledImageArrayNonUniformIndexingNative = 612
    shaderStorageBufferArrayNonUniformIndexingNative = 616
    shaderStorageImageArrayNonUniformIndexingNative = 620
    shaderInputAttachmentArrayNonUniformIndexingNative = 624
    robustBufferAccessUpdateAfterBind = 628
    quadDivergentImplicitLod = 632
    maxPerStageDescriptorUpdateAfterBindSamplers = 636
    maxPerStageDescriptorUpdateAfterBindUniformBuffers = 640
    maxPerStageDescriptorUpdateAfterBindStorageBuffers = 644
    maxPerStageDescriptorUpdateAfterBindSampledImages = 648
    maxPerStageDescriptorUpdateAfterBindStorageImages = 652
    maxPerStageDescriptorUpdateAfterBindInputAttachments = 656
    maxPerStageUpdateAfterBindResources = 660
    maxDescriptorSetUpdateAfterBindSamplers = 664
    maxDescriptorSetUpdateAfterBindUniformBuffers = 668
    maxDescriptorSetUpdateAfterBindUniformBuffersDynamic = 672
    maxDescriptorSetUpdateAfterBindStorageBuffers = 676
    maxDescriptorSetUpdateAfterBindStorageBuffersDynamic = 680
    maxDescriptorSetUpdateAfterBindSampledImages = 684
    maxDescriptorSetUpdateAfterBindStorageImages = 688
    maxDescriptorSetUpdateAfterBindInputAttachments = 692
    supportedDepthResolveModes = 696
    supportedStencilResolveModes = 700
    independentResolveNone = 704
    independentResolve = 708
    filterMinmaxSingleComponentFormats = 712
    filterMinmaxImageComponentMapping = 716
    maxTimelineSemaphoreValueDifference = 720
    framebufferIntegerColorSampleCounts = 728


class VkPhysicalDeviceVulkan11Features:
    SIZE = 64
    TYPE = 49
    sType = 0
    pNext = 8
    storageBuffer16BitAccess = 16
    uniformAndStorageBuffer16BitAccess = 20
    storagePushConstant16 = 24
    storageInputOutput16 = 28
    multiview = 32
    multiviewGeometryShader = 36
    multiviewTessellationShader = 40
    variablePointersStorageBuffer = 44
    variablePointers = 48
    protectedMemory = 52
    samplerYcbcrConversion = 56
    shaderDrawParameters = 60


class VkPhysicalDeviceMultiviewFeatures:
    SIZE = 32
    TYPE = 1000053001
    sType = 0
    pNext = 8
    multiview = 16
    multiviewGeometryShader = 20
    multiviewTessellationShader = 24


class VkPhysicalDeviceGroupProperties:
    SIZE = 288
    TYPE = 1000070000
    sType = 0
    pNext = 8
    physicalDeviceCount = 16
    physicalDevices = 24
    subsetAllocation = 280


class VkPhysicalDeviceToolProperties:
    SIZE = 1048
    TYPE = 1000245000
    sType = 0
    pNext = 8
    name = 16
    version = 272
    purposes = 528
    description = 532
    layer = 788


class VkQueueFamilyProperties:
    SIZE = 24
    queueFlags = 0
    queueCount = 4
    timestampValidBits = 8
    minImageTransferGranularity = 12


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


class VkDebugUtilsObjectTagInfoEXT:
    SIZE = 56
    TYPE = 1000128001
    sType = 0
    pNext = 8
    objectType = 16
    objectHandle = 24
    tagName = 32
    tagSize = 40
    pTag = 48


class VkDebugUtilsLabelEXT:
    SIZE = 40
    TYPE = 1000128002
    sType = 0
    pNext = 8
    pLabelName = 16
    color = 24


class VkDebugMarkerObjectNameInfoEXT:
    SIZE = 40
    TYPE = 1000022000
    sType = 0
    pNext = 8
    objectType = 16
    object = 24
    pObjectName = 32


class VkDebugMarkerObjectTagInfoEXT:
    SIZE = 56
    TYPE = 1000022001
    sType = 0
    pNext = 8
    objectType = 16
    object = 24
    tagName = 32
    tagSize = 40
    pTag = 48


class VkSurfaceCapabilitiesKHR:
    SIZE = 52
    minImageCount = 0
    maxImageCount = 4
    currentExtent = 8
    minImageExtent = 16
    maxImageExtent = 24
    maxImageArrayLayers = 32
    supportedTransforms = 36
    currentTransform = 40
    supportedCompositeAlpha = 44
    supportedUsageFlags = 48


class VkSurfaceFormatKHR:
    SIZE = 8
    format = 0
    colorSpace = 4


class VkPhysicalDeviceSurfaceInfo2KHR:
    SIZE = 24
    TYPE = 1000119000
    sType = 0
    pNext = 8
    surface = 16


class VkSwapchainCreateInfoKHR:
    SIZE = 104
    TYPE = 1000001000
    sType = 0
    pNext = 8
    flags = 16
    surface = 24
    minImageCount = 32
    imageFormat = 36
    imageColorSpace = 40
    imageExtent = 44
    imageArrayLayers = 52
    imageUsage = 56
    imageSharingMode = 60
    queueFamilyIndexCount = 64
    pQueueFamilyIndices = 72
    preTransform = 80
    compositeAlpha = 84
    presentMode = 88
    clipped = 92
    oldSwapchain = 96


class VkLayerSettingEXT:
    SIZE = 32
    pLayerName = 0
    pSettingName = 8
    type = 16
    valueCount = 20
    pValues = 24


class VkLayerSettingsCreateInfoEXT:
    SIZE = 32
    TYPE = 1000496000
    sType = 0
    pNext = 8
    settingCount = 16
    pSettings = 24


class VkAndroidSurfaceCreateInfoKHR:
    SIZE = 32
    TYPE = 1000008000
    sType = 0
    pNext = 8
    flags = 16
    window = 24


class VkDirectFBSurfaceCreateInfoEXT:
    SIZE = 40
    TYPE = 1000346000
    sType = 0
    pNext = 8
    flags = 16
    dfb = 24
    surface = 32


class VkDisplaySurfaceCreateInfoKHR:
    SIZE = 64
    TYPE = 1000002001
    sType = 0
    pNext = 8
    flags = 16
    displayMode = 24
    planeIndex = 32
    planeStackIndex = 36
    transform = 40
    globalAlpha = 44
    alphaMode = 48
    imageExtent = 52


class VkHeadlessSurfaceCreateInfoEXT:
    SIZE = 24
    TYPE = 1000256000
    sType = 0
    pNext = 8
    flags = 16


class VkIOSSurfaceCreateInfoMVK:
    SIZE = 32
    TYPE = 1000122000
    sType = 0
    pNext = 8
    flags = 16
    pView = 24


class VkImagePipeSurfaceCreateInfoFUCHSIA:
    SIZE = 24
    TYPE = 1000214000
    sType = 0
    pNext = 8
    flags = 16
    imagePipeHandle = 20


class VkMacOSSurfaceCreateInfoMVK:
    SIZE = 32
    TYPE = 1000123000
    sType = 0
    pNext = 8
    flags = 16
    pView = 24


class VkMetalSurfaceCreateInfoEXT:
    SIZE = 32
    TYPE = 1000217000
    sType = 0
    pNext = 8
    flags = 16
    pLayer = 24


class VkScreenSurfaceCreateInfoQNX:
    SIZE = 40
    TYPE = 1000378000
    sType = 0
    pNext = 8
    flags = 16
    context = 24
    window = 32


class VkStreamDescriptorSurfaceCreateInfoGGP:
    SIZE = 24
    TYPE = 1000049000
    sType = 0
    pNext = 8
    flags = 16
    streamDescriptor = 20


class VkSurfaceCreateInfoOHOS:
    SIZE = 32
    TYPE = 1000685000
    sType = 0
    pNext = 8
    flags = 16
    window = 24


class VkUbmSurfaceCreateInfoSEC:
    SIZE = 40
    TYPE = 1000664000
    sType = 0
    pNext = 8
    flags = 16
    device = 24
    surface = 32


class VkViSurfaceCreateInfoNN:
    SIZE = 32
    TYPE = 1000062000
    sType = 0
    pNext = 8
    flags = 16
    window = 24


class VkWaylandSurfaceCreateInfoKHR:
    SIZE = 40
    TYPE = 1000006000
    sType = 0
    pNext = 8
    flags = 16
    display = 24
    surface = 32


class VkWin32SurfaceCreateInfoKHR:
    SIZE = 40
    TYPE = 1000009000
    sType = 0
    pNext = 8
    flags = 16
    hinstance = 24
    hwnd = 32


class VkXcbSurfaceCreateInfoKHR:
    SIZE = 40
    TYPE = 1000005000
    sType = 0
    pNext = 8
    flags = 16
    connection = 24
    window = 32


class VkXlibSurfaceCreateInfoKHR:
    SIZE = 40
    TYPE = 1000004000
    sType = 0
    pNext = 8
    flags = 16
    dpy = 24
    window = 32


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


class VkChainHeader:
    SIZE = 12
    type = 0
    version = 4
    size = 8


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


class VkIcdSurfaceBase:
    SIZE = 4
    platform = 0


class VkIcdSurfaceWayland:
    SIZE = 24
    platform = 0
    display = 8
    surface = 16


class VkIcdSurfaceWin32:
    SIZE = 24
    platform = 0
    hinstance = 8
    hwnd = 16


class VkIcdSurfaceXcb:
    SIZE = 24
    platform = 0
    connection = 8
    window = 16


class VkIcdSurfaceXlib:
    SIZE = 24
    platform = 0
    dpy = 8
    window = 16


class VkIcdSurfaceDirectFB:
    SIZE = 24
    platform = 0
    dfb = 8
    surface = 16


class VkIcdSurfaceAndroid:
    SIZE = 16
    platform = 0
    window = 8


class VkIcdSurfaceMacOS:
    SIZE = 16
    platform = 0
    pView = 8


class VkIcdSurfaceIOS:
    SIZE = 16
    platform = 0
    pView = 8


class VkIcdSurfaceGgp:
    SIZE = 8
    platform = 0
    streamDescriptor = 4


class VkIcdSurfaceDisplay:
    SIZE = 48
    platform = 0
    displayMode = 8
    planeIndex = 16
    planeStackIndex = 20
    transform = 24
    globalAlpha = 28
    alphaMode = 32
    imageExtent = 36


class VkIcdSurfaceHeadless:
    SIZE = 4
    platform = 0


class VkIcdSurfaceMetal:
    SIZE = 16
    platform = 0
    pLayer = 8


class VkIcdSurfaceVi:
    SIZE = 16
    platform = 0
    window = 8


class VkIcdSurfaceScreen:
    SIZE = 24
    platform = 0
    context = 8
    window = 16


class VkIcdSurfaceImagePipe:
    SIZE = 4
    platform = 0


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


class VkPhysicalDeviceType:
    OTHER = 0
    INTEGRATED_GPU = 1
    DISCRETE_GPU = 2
    VIRTUAL_GPU = 3
    CPU = 4


class VkSystemAllocationScope:
    COMMAND = 0
    OBJECT = 1
    CACHE = 2
    DEVICE = 3
    INSTANCE = 4


class VkInternalAllocationType:
    EXECUTABLE = 0


class VkObjectType:
    UNKNOWN = 0
    INSTANCE = 1
    PHYSICAL_DEVICE = 2
    DEVICE = 3
    QUEUE = 4
    COMMAND_BUFFER = 6
    SURFACE_KHR = 1000000000
    DEBUG_REPORT_CALLBACK_EXT = 1000011000
    DEBUG_UTILS_MESSENGER_EXT = 1000128000


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


class VkDebugReportFlagBitsEXT:
    INFORMATION = 1
    WARNING = 2
    PERFORMANCE_WARNING = 4
    ERROR = 8
    DEBUG = 16


class VkDebugUtilsMessageSeverityFlagBitsEXT:
    VERBOSE = 1
    INFO = 16
    WARNING = 256
    ERROR = 4096


class VkDebugUtilsMessageTypeFlagBitsEXT:
    GENERAL = 1
    VALIDATION = 2
    PERFORMANCE = 4
    DEVICE_ADDRESS_BINDING = 8


class VkToolPurposeFlagBits:
    VALIDATION = 1
    PROFILING = 2
    TRACING = 4
    ADDITIONAL_FEATURES = 8
    MODIFYING_FEATURES = 16
    DEBUG_REPORTING_BIT_EXT = 32
    DEBUG_MARKERS_BIT_EXT = 64


class VkQueueFlagBits:
    GRAPHICS = 1
    COMPUTE = 2
    TRANSFER = 4
    SPARSE_BINDING = 8
    PROTECTED = 16
    VIDEO_DECODE_BIT_KHR = 32
    VIDEO_ENCODE_BIT_KHR = 64
    OPTICAL_FLOW_BIT_NV = 256
    DATA_GRAPH_BIT_ARM = 1024


class VkLayerFunction:
    LINK_INFO = 0
    LOADER_DATA_CALLBACK = 1
    LOADER_LAYER_CREATE_DEVICE_CALLBACK = 2
    LOADER_FEATURES = 3


class VkLoaderFeatureFlagBits:
    PHYSICAL_DEVICE_SORTING = 1


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
