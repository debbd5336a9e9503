/**
 * Cluster Inspector
 * 0.2.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    theServiceThatServesThisDocument: "/"
};
export type DeploymentReplicas = {
    desired: number;
    ready: number;
    available: number;
    unavailable: number;
};
export type DeploymentSummary = {
    name: string;
    "namespace": string;
    replicas: DeploymentReplicas;
    /** The roll-out in one word, from its generation, conditions and counts */
    status: "Available" | "Progressing" | "Degraded" | "Paused";
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    images: string[];
    labels: {
        [key: string]: string;
    };
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
};
export type DeploymentList = {
    deployments: DeploymentSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type Issue = {
    "in": "path" | "query" | "body" | "header";
    name: string;
    message: string;
};
export type BadRequestProblem = {
    /** The error in one sentence */
    error: string;
    code: "BAD_REQUEST";
    /** One entry per invalid parameter */
    issues: Issue[];
};
export type UnauthorizedProblem = {
    /** The error in one sentence */
    error: string;
    code: "UNAUTHORIZED";
    [key: string]: string;
};
export type MissingRight = {
    verb: string;
    apiGroup: string;
    /** With its subresource: `pods/log` */
    resource: string;
    "namespace"?: string;
    /** Value of the chart that grants the right */
    enabledBy?: string;
};
export type ForbiddenProblem = {
    /** The error in one sentence */
    error: string;
    code: "FORBIDDEN";
    statusCode: 403;
    /** The rights that are missing */
    missing: MissingRight[];
    /** Suggested change */
    hint: string;
};
export type RequestTimeoutProblem = {
    /** The error in one sentence */
    error: string;
    code: "REQUEST_TIMEOUT";
};
export type ExpiredProblem = {
    /** The error in one sentence */
    error: string;
    code: "EXPIRED";
};
export type UriTooLongProblem = {
    /** The error in one sentence */
    error: string;
    code: "URI_TOO_LONG";
};
export type ExpectationFailedProblem = {
    /** The error in one sentence */
    error: string;
    code: "EXPECTATION_FAILED";
};
export type MisdirectedRequestProblem = {
    /** The error in one sentence */
    error: string;
    code: "MISDIRECTED_REQUEST";
};
export type RateLimitedProblem = {
    /** The error in one sentence */
    error: string;
    code: "RATE_LIMITED";
};
export type HeadersTooLargeProblem = {
    /** The error in one sentence */
    error: string;
    code: "HEADERS_TOO_LARGE";
};
export type InternalErrorProblem = {
    /** The error in one sentence */
    error: string;
    code: "INTERNAL_ERROR";
    /** The underlying cause */
    details: string;
};
export type UnavailableProblem = {
    /** The error in one sentence */
    error: string;
    code: "UNAVAILABLE";
};
export type DeploymentDetailReplicas = {
    desired: number;
    ready: number;
    available: number;
    unavailable: number;
    updated: number;
};
export type DeploymentCondition = {
    "type": string;
    status: string;
    /** ISO 8601 UTC, whole seconds */
    lastUpdateTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
    reason?: string;
    message?: string;
};
export type RollingUpdate = {
    maxSurge: number;
    maxUnavailable: number;
};
export type DeploymentStrategy = {
    "type": string;
    rollingUpdate?: RollingUpdate;
};
export type LabelSelectorRequirement = {
    key: string;
    operator: string;
    values: string[];
};
export type LabelSelector = {
    matchLabels: {
        [key: string]: string;
    };
    matchExpressions?: LabelSelectorRequirement[];
};
export type PodTemplateMetadata = {
    labels: {
        [key: string]: string;
    };
};
export type TemplateContainerPort = {
    containerPort: number;
    protocol: string;
};
export type ResourceRequirements = {
    requests: {
        [key: string]: string;
    };
    limits: {
        [key: string]: string;
    };
};
export type TemplateContainer = {
    name: string;
    image: string;
    ports: TemplateContainerPort[];
    resources: ResourceRequirements;
};
export type PodTemplateSpec = {
    containers: TemplateContainer[];
};
export type PodTemplate = {
    metadata: PodTemplateMetadata;
    spec: PodTemplateSpec;
};
export type RelatedObject = {
    /** Relation of the object to this one. `owner`: it is owned by it, the controller first; `owns`: it controls it, also through another object that it controls. `uses`, `usedBy`: configuration, storage, identity. `bound`: volume and claim. `runsOn`, `runs`: Pod and Node. `scales`, `scaledBy`: autoscaler and target. `routesTo`, `routedBy`: Ingress and Service, also of the Pods that the Service selects. `selects`, `selectedBy`: Service, NetworkPolicy or PodDisruptionBudget and Pods, also of a Pod template */
    relation: "owner" | "owns" | "uses" | "usedBy" | "bound" | "runsOn" | "runs" | "scales" | "scaledBy" | "routesTo" | "routedBy" | "selects" | "selectedBy";
    /** As `Deployment` */
    kind: string;
    name: string;
    /** Absent for kinds without namespaces */
    "namespace"?: string;
};
export type UnavailableSection = {
    /** Name of the part, as `secrets` */
    section: string;
    code: "FORBIDDEN" | "INTERNAL_ERROR";
    /** The message of the cluster */
    error: string;
};
export type ManagedBy = {
    tool: "argocd" | "flux" | "helm";
    /** Of the application (Argo CD), the Kustomization or HelmRelease (Flux), or the release (Helm) */
    name: string;
    "namespace"?: string;
};
export type FindingSubject = {
    kind: string;
    name: string;
    "namespace"?: string;
};
export type Evidence = {
    /** Unique in its finding; of `POST /api/ai/troubleshoot` in the response */
    id: string;
    source: "spec" | "status" | "event" | "log" | "metrics";
    /** The object and the field: `Pod shop/web-1 status.phase` */
    reference: string;
    /** The words of the cluster, cut to 500 characters, credentials masked */
    text: string;
};
export type Finding = {
    /** The same as long as it is the same finding */
    id: string;
    /** Name of the rule, as `image-not-found` */
    rule: string;
    severity: "critical" | "warning" | "info";
    subject: FindingSubject;
    message: string;
    evidence: Evidence[];
    /** Ids of the findings that explain this one */
    causes: string[];
    /** The next step */
    hint?: string;
    /** 0.95: said by Kubernetes; 0.8: follows from two facts; 0.7: pattern of a message; 0.6: same time; 0.5: line of a log */
    confidence: number;
    /** ISO 8601 UTC, whole seconds */
    since?: string;
    title: string;
};
export type DeploymentDetail = {
    name: string;
    "namespace": string;
    uid: string;
    replicas: DeploymentDetailReplicas;
    /** The roll-out in one word, from its generation, conditions and counts */
    status: "Available" | "Progressing" | "Degraded" | "Paused";
    conditions: DeploymentCondition[];
    strategy: DeploymentStrategy;
    selector: LabelSelector;
    template: PodTemplate;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    paused: boolean;
    labels: {
        [key: string]: string;
    };
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type NotFoundProblem = {
    /** The error in one sentence */
    error: string;
    code: "NOT_FOUND";
    [key: string]: string;
};
export type RestartRequest = {
    /** A namespace (RFC 1123 label) */
    "namespace": string;
};
export type DeploymentRestart = {
    success: boolean;
    message: string;
    deployment: string;
    "namespace": string;
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
};
export type ConflictProblem = {
    /** The error in one sentence */
    error: string;
    code: "CONFLICT";
    [key: string]: string;
};
export type PayloadTooLargeProblem = {
    /** The error in one sentence */
    error: string;
    code: "PAYLOAD_TOO_LARGE";
};
export type UnsupportedMediaTypeProblem = {
    /** The error in one sentence */
    error: string;
    code: "UNSUPPORTED_MEDIA_TYPE";
};
export type ContainerStateRunning = {
    /** ISO 8601 UTC, whole seconds */
    startedAt?: string;
};
export type ContainerStateWaiting = {
    reason?: string;
    message?: string;
};
export type ContainerStateTerminated = {
    exitCode: number;
    signal?: number;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    startedAt?: string;
    /** ISO 8601 UTC, whole seconds */
    finishedAt?: string;
};
export type ContainerState = {
    running?: ContainerStateRunning;
    waiting?: ContainerStateWaiting;
    terminated?: ContainerStateTerminated;
};
export type OwnedPodContainer = {
    name: string;
    image: string;
    ready: boolean;
    restartCount: number;
    state: ContainerState;
};
export type OwnedPod = {
    name: string;
    "namespace": string;
    /** The STATUS column of `kubectl get pods`: `Running`, `CrashLoopBackOff`, `Init:0/2`, … */
    status: string;
    phase: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
    /** Absent until the Pod is scheduled */
    nodeName?: string;
    /** Absent until the Pod has an address */
    podIP?: string;
    containers: OwnedPodContainer[];
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
};
export type OwnedPodList = {
    pods: OwnedPod[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type InvolvedObject = {
    kind: string;
    name: string;
    "namespace"?: string;
};
export type ClusterEvent = {
    "type": string;
    reason: string;
    message: string;
    count: number;
    /** ISO 8601 UTC, whole seconds */
    firstTimestamp: string;
    /** ISO 8601 UTC, whole seconds */
    lastTimestamp: string;
    involvedObject: InvolvedObject;
};
export type EventList = {
    events: ClusterEvent[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type ContainerSummary = {
    name: string;
    image: string;
    ready: boolean;
    restartCount: number;
};
export type PodSummary = {
    name: string;
    "namespace": string;
    /** The STATUS column of `kubectl get pods`: `Running`, `CrashLoopBackOff`, `Init:0/2`, … */
    status: string;
    phase: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
    /** Absent until the Pod is scheduled */
    nodeName?: string;
    /** Absent until the Pod has an address */
    podIP?: string;
    containers: ContainerSummary[];
};
export type PodList = {
    pods: PodSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type PodCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
};
export type OwnerReference = {
    apiVersion: string;
    kind: string;
    name: string;
    uid: string;
    controller: boolean;
};
export type ContainerPort = {
    name?: string;
    containerPort: number;
    hostPort?: number;
    hostIP?: string;
    protocol: string;
};
export type Probe = {
    kind: "exec" | "httpGet" | "tcpSocket" | "grpc";
    /** The program, without its arguments */
    command?: string[];
    scheme?: string;
    host?: string;
    /** A number or a name */
    port?: number | string;
    /** Without its query */
    path?: string;
    service?: string;
    initialDelaySeconds?: number;
    timeoutSeconds?: number;
    periodSeconds?: number;
    successThreshold?: number;
    failureThreshold?: number;
};
export type ContainerProbes = {
    liveness?: Probe;
    readiness?: Probe;
    startup?: Probe;
};
export type EnvironmentVariableSource = {
    kind: "literal" | "configMap" | "secret" | "field" | "resource" | "file";
    name?: string;
    key?: string;
};
export type EnvironmentVariable = {
    name: string;
    "from": EnvironmentVariableSource;
};
export type EnvironmentSource = {
    kind: "configMap" | "secret";
    name?: string;
    prefix?: string;
};
export type VolumeMount = {
    /** The volume */
    name: string;
    mountPath: string;
    readOnly: boolean;
    subPath?: string;
    subPathExpr?: string;
};
export type ContainerDetail = {
    name: string;
    image: string;
    ready: boolean;
    restartCount: number;
    /** `Always` on an init container: a sidecar */
    restartPolicy?: string;
    state: ContainerState;
    lastState?: ContainerState;
    ports: ContainerPort[];
    resources: ResourceRequirements;
    probes: ContainerProbes;
    /** Sources of the variables, never their values */
    env: EnvironmentVariable[];
    envFrom: EnvironmentSource[];
    mounts: VolumeMount[];
};
export type ProjectedVolumeSource = {
    /** As in the Pod: `configMap`, `secret`, `persistentVolumeClaim`, `emptyDir`, … */
    kind: string;
    /** Name of the object, claim or driver it refers to, or a path */
    name?: string;
};
export type VolumeSource = {
    /** As in the Pod: `configMap`, `secret`, `persistentVolumeClaim`, `emptyDir`, … */
    kind: string;
    /** Name of the object, claim or driver it refers to, or a path */
    name?: string;
    /** The parts of a `projected` volume */
    sources?: ProjectedVolumeSource[];
};
export type Volume = {
    name: string;
    source: VolumeSource;
};
export type Toleration = {
    key?: string;
    operator?: string;
    value?: string;
    effect?: string;
    tolerationSeconds?: number;
};
export type PodDetail = {
    name: string;
    "namespace": string;
    /** The STATUS column of `kubectl get pods`: `Running`, `CrashLoopBackOff`, `Init:0/2`, … */
    status: string;
    phase: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
    /** Absent until the Pod is scheduled */
    nodeName?: string;
    /** Absent until the Pod has an address */
    podIP?: string;
    uid: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    labels: {
        [key: string]: string;
    };
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    hostIP?: string;
    podIPs: string[];
    serviceAccount?: string;
    qosClass?: string;
    priority?: number;
    restartPolicy?: string;
    /** ISO 8601 UTC, whole seconds */
    startTime?: string;
    /** Time by which a Pod that is being deleted is gone */
    deletionTimestamp?: string;
    conditions: PodCondition[];
    ownerReferences: OwnerReference[];
    containers: ContainerDetail[];
    initContainers: ContainerDetail[];
    ephemeralContainers: ContainerDetail[];
    volumes: Volume[];
    nodeSelector: {
        [key: string]: string;
    };
    tolerations: Toleration[];
    /** ConfigMaps it refers to, sorted */
    configMaps: string[];
    /** Secrets it refers to, sorted */
    secrets: string[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type PodRestartRequest = {
    /** A namespace (RFC 1123 label) */
    "namespace": string;
    /** Seconds the Pod's containers get to stop; omitted: the Pod's own. 0 kills at once */
    gracePeriodSeconds?: number;
};
export type Controller = {
    kind: string;
    name: string;
};
export type PodRestart = {
    success: boolean;
    message: string;
    pod: string;
    "namespace": string;
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
    /** The controller that makes a new Pod; null: none does, the Pod is gone */
    recreatedBy: null | Controller;
};
export type NodeResources = {
    /** A Kubernetes quantity: `100m`, `128Mi` */
    cpu?: string;
    /** A Kubernetes quantity: `100m`, `128Mi` */
    memory?: string;
    /** A Kubernetes quantity: `100m`, `128Mi` */
    pods?: string;
};
export type NodeConditionSummary = {
    "type": string;
    status: string;
    reason?: string;
};
export type NodeSummary = {
    name: string;
    /** From the Ready condition: True, False, anything else or none */
    status: "Ready" | "NotReady" | "Unknown";
    roles: string[];
    /** The kubelet's version */
    version?: string;
    capacity: NodeResources;
    allocatable: NodeResources;
    conditions: NodeConditionSummary[];
};
export type NodeList = {
    nodes: NodeSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type NodeCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastHeartbeatTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
};
export type Taint = {
    key: string;
    value?: string;
    effect: string;
    /** ISO 8601 UTC, whole seconds */
    timeAdded?: string;
};
export type NodeAddress = {
    "type": string;
    address: string;
};
export type NodeInfo = {
    osImage?: string;
    kernelVersion?: string;
    containerRuntimeVersion?: string;
    architecture?: string;
    kubeletVersion?: string;
};
export type AllocatedResource = {
    /** A Kubernetes quantity: `100m`, `128Mi` */
    requests: string;
    /** A Kubernetes quantity: `100m`, `128Mi` */
    limits: string;
    /** Requests of allocatable, rounded down */
    percent: number;
    /** Limits of allocatable, rounded down; over 100: overcommitted */
    limitsPercent: number;
};
export type AllocatedResources = {
    cpu: AllocatedResource;
    memory: AllocatedResource;
    pods: AllocatedResource;
};
export type NodeDetail = {
    name: string;
    /** From the Ready condition: True, False, anything else or none */
    status: "Ready" | "NotReady" | "Unknown";
    roles: string[];
    /** The kubelet's version */
    version?: string;
    capacity: NodeResources;
    allocatable: NodeResources;
    uid: string;
    conditions: NodeCondition[];
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    labels: {
        [key: string]: string;
    };
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    taints: Taint[];
    /** Cordoned */
    unschedulable: boolean;
    addresses: NodeAddress[];
    podCIDRs: string[];
    nodeInfo?: NodeInfo;
    allocated: AllocatedResources;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type ReplicaSetReplicas = {
    desired: number;
    current: number;
    ready: number;
};
export type ReplicaSetSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    replicas: ReplicaSetReplicas;
    /** Images of the containers of its Pod template */
    images: string[];
};
export type ReplicaSetList = {
    replicasets: ReplicaSetSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type ReplicaSetCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
};
export type ReplicaSetDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    replicas: ReplicaSetReplicas;
    /** Images of the containers of its Pod template */
    images: string[];
    selector: LabelSelector;
    conditions: ReplicaSetCondition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type ServiceAccountSummary = {
    name: string;
    "namespace": string;
    /** The column SECRETS of `kubectl get serviceaccounts` */
    secrets: number;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
};
export type ServiceAccountList = {
    serviceaccounts: ServiceAccountSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type ServiceAccountDetail = {
    name: string;
    "namespace": string;
    uid: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    labels: {
        [key: string]: string;
    };
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    /** Names of the Secrets that its Pods may mount */
    secrets: string[];
    /** Names of the Secrets for pulling the images of its Pods */
    imagePullSecrets: string[];
    /** Whether its Pods get a token, unless they say otherwise; true where it is not set */
    automountServiceAccountToken: boolean;
    ownerReferences: OwnerReference[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type StorageClassSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    provisioner: string;
    /** `Delete` or `Retain`, for volumes that are provisioned by the class */
    reclaimPolicy: string;
    /** `Immediate` or `WaitForFirstConsumer` */
    volumeBindingMode: string;
    allowVolumeExpansion: boolean;
    /** Whether claims without a class get this one: `(default)` in `kubectl get storageclasses` */
    "default": boolean;
};
export type StorageClassList = {
    storageclasses: StorageClassSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type TopologyRequirement = {
    key: string;
    values: string[];
};
export type TopologyTerm = {
    matchLabelExpressions: TopologyRequirement[];
};
export type StorageClassDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    provisioner: string;
    /** `Delete` or `Retain`, for volumes that are provisioned by the class */
    reclaimPolicy: string;
    /** `Immediate` or `WaitForFirstConsumer` */
    volumeBindingMode: string;
    allowVolumeExpansion: boolean;
    /** Whether claims without a class get this one: `(default)` in `kubectl get storageclasses` */
    "default": boolean;
    /** Parameters of the provisioner */
    parameters: {
        [key: string]: string;
    };
    mountOptions: string[];
    /** Topologies in which volumes may be provisioned; none: all of the provisioner */
    allowedTopologies: TopologyTerm[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type ClaimReference = {
    "namespace": string;
    name: string;
};
export type PersistentVolumeSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** The column STATUS of `kubectl get pv`: `Available`, `Bound`, `Released`, `Failed`, `Terminating` */
    status: string;
    capacity: {
        [key: string]: string;
    };
    /** `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany`, `ReadWriteOncePod` */
    accessModes: string[];
    /** `Retain`, `Delete` or `Recycle` */
    persistentVolumeReclaimPolicy: string;
    storageClassName?: string;
    volumeAttributesClassName?: string;
    claimRef?: ClaimReference;
    /** Why the volume has failed, in one word */
    reason?: string;
};
export type PersistentVolumeList = {
    pvs: PersistentVolumeSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type PersistentVolumeSource = {
    /** The kind of storage, as the field of the spec is named: `csi`, `nfs`, `hostPath` */
    "type": string;
    /** CSI driver */
    driver?: string;
    /** Id of the volume at its CSI driver */
    volumeHandle?: string;
};
export type PersistentVolumeDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    /** The column STATUS of `kubectl get pv`: `Available`, `Bound`, `Released`, `Failed`, `Terminating` */
    status: string;
    capacity: {
        [key: string]: string;
    };
    /** `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany`, `ReadWriteOncePod` */
    accessModes: string[];
    /** `Retain`, `Delete` or `Recycle` */
    persistentVolumeReclaimPolicy: string;
    storageClassName?: string;
    volumeAttributesClassName?: string;
    claimRef?: ClaimReference;
    /** Why the volume has failed, in one word */
    reason?: string;
    /** `Filesystem` or `Block` */
    volumeMode: string;
    mountOptions: string[];
    source?: PersistentVolumeSource;
    /** Why the volume has failed */
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastPhaseTransitionTime?: string;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type PersistentVolumeClaimSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** The column STATUS of `kubectl get pvc`: `Pending`, `Bound`, `Lost`, `Terminating` */
    status: string;
    /** The PersistentVolume that the claim is bound to, or asks for */
    volumeName?: string;
    /** Capacity of the volume; empty until there is one */
    capacity: {
        [key: string]: string;
    };
    /** Access modes of the volume; empty until there is one */
    accessModes: string[];
    storageClassName?: string;
    volumeAttributesClassName?: string;
};
export type PersistentVolumeClaimList = {
    pvcs: PersistentVolumeClaimSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type ClaimDataSource = {
    kind: string;
    name: string;
    apiGroup?: string;
    "namespace"?: string;
};
export type ClaimCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
};
export type PersistentVolumeClaimDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** The column STATUS of `kubectl get pvc`: `Pending`, `Bound`, `Lost`, `Terminating` */
    status: string;
    /** The PersistentVolume that the claim is bound to, or asks for */
    volumeName?: string;
    /** Capacity of the volume; empty until there is one */
    capacity: {
        [key: string]: string;
    };
    /** Access modes of the volume; empty until there is one */
    accessModes: string[];
    storageClassName?: string;
    volumeAttributesClassName?: string;
    requestedAccessModes: string[];
    requests: {
        [key: string]: string;
    };
    limits: {
        [key: string]: string;
    };
    /** `Filesystem` or `Block` */
    volumeMode: string;
    selector?: LabelSelector;
    dataSource?: ClaimDataSource;
    conditions: ClaimCondition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type ResourceQuotaSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** The limit of each resource that the quota controller enforces; `requests.cpu`, `pods`, `count/jobs.batch` */
    hard: {
        [key: string]: string;
    };
    /** The use of each resource, as last counted */
    used: {
        [key: string]: string;
    };
};
export type ResourceQuotaList = {
    resourcequotas: ResourceQuotaSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type QuotaScopeRequirement = {
    scopeName: string;
    operator: string;
    values: string[];
};
export type ResourceQuotaDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** The limit of each resource that the quota controller enforces; `requests.cpu`, `pods`, `count/jobs.batch` */
    hard: {
        [key: string]: string;
    };
    /** The use of each resource, as last counted */
    used: {
        [key: string]: string;
    };
    /** The limits of the spec, which may not be enforced yet */
    declared: {
        [key: string]: string;
    };
    /** Scopes that objects have to match to count: `BestEffort`, `NotTerminating` */
    scopes: string[];
    scopeSelector: QuotaScopeRequirement[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type LimitRangeItem = {
    /** `Container`, `Pod` or `PersistentVolumeClaim` */
    "type": string;
    max: {
        [key: string]: string;
    };
    min: {
        [key: string]: string;
    };
    /** Limits of containers that state none */
    "default": {
        [key: string]: string;
    };
    /** Requests of containers that state none */
    defaultRequest: {
        [key: string]: string;
    };
    maxLimitRequestRatio: {
        [key: string]: string;
    };
};
export type LimitRangeSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    limits: LimitRangeItem[];
};
export type LimitRangeList = {
    limitranges: LimitRangeSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type LimitRangeDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    limits: LimitRangeItem[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type NetworkPolicySummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    podSelector: LabelSelector;
    /** `Ingress`, `Egress` or both */
    policyTypes: string[];
};
export type NetworkPolicyList = {
    networkpolicies: NetworkPolicySummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type IpBlock = {
    cidr: string;
    except: string[];
};
export type NetworkPolicyPeer = {
    podSelector?: LabelSelector;
    namespaceSelector?: LabelSelector;
    ipBlock?: IpBlock;
};
export type NetworkPolicyPort = {
    protocol: string;
    /** A number, or the name of a port; absent: all ports */
    port?: number | string;
    /** Last port of a range that begins with `port` */
    endPort?: number;
};
export type NetworkPolicyRule = {
    /** Sources or destinations; empty: all */
    peers: NetworkPolicyPeer[];
    /** Ports; empty: all */
    ports: NetworkPolicyPort[];
};
export type NetworkPolicyDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    podSelector: LabelSelector;
    /** `Ingress`, `Egress` or both */
    policyTypes: string[];
    /** Allowed sources; empty with policy type `Ingress`: nothing is allowed in */
    ingress: NetworkPolicyRule[];
    /** Allowed destinations; empty with policy type `Egress`: nothing is allowed out */
    egress: NetworkPolicyRule[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type PodDisruptionBudgetSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** A number of Pods or a percentage */
    minAvailable?: number | string;
    /** A number of Pods or a percentage */
    maxUnavailable?: number | string;
    currentHealthy: number;
    desiredHealthy: number;
    expectedPods: number;
    /** Pods that may be evicted now: ALLOWED DISRUPTIONS of `kubectl get poddisruptionbudgets` */
    disruptionsAllowed: number;
    selector?: LabelSelector;
};
export type PodDisruptionBudgetList = {
    poddisruptionbudgets: PodDisruptionBudgetSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type Condition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
};
export type PodDisruptionBudgetDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** A number of Pods or a percentage */
    minAvailable?: number | string;
    /** A number of Pods or a percentage */
    maxUnavailable?: number | string;
    currentHealthy: number;
    desiredHealthy: number;
    expectedPods: number;
    /** Pods that may be evicted now: ALLOWED DISRUPTIONS of `kubectl get poddisruptionbudgets` */
    disruptionsAllowed: number;
    selector?: LabelSelector;
    /** `IfHealthyBudget` or `AlwaysAllow` */
    unhealthyPodEvictionPolicy?: string;
    conditions: Condition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type KeySize = {
    name: string;
    bytes: number;
};
export type ConfigMapSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** Keys of `data`, with the sizes of the values in UTF-8; with `binaryKeys`, as many as the column DATA of `kubectl get configmaps` says */
    keys: KeySize[];
    /** Keys of `binaryData`, with the sizes of the decoded values */
    binaryKeys: KeySize[];
    immutable: boolean;
};
export type ConfigMapList = {
    configmaps: ConfigMapSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type ConfigMapDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    data: {
        [key: string]: string;
    };
    /** Keys of `binaryData`, with the sizes of the decoded values */
    binaryKeys: KeySize[];
    immutable: boolean;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type SecretSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    "type": string;
    /** Keys of `data`, with the sizes of the decoded values; as many as the column DATA of `kubectl get secrets` says */
    keys: KeySize[];
    immutable: boolean;
};
export type SecretList = {
    secrets: SecretSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type SecretDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    "type": string;
    /** Keys of `data`, with the sizes of the decoded values; as many as the column DATA of `kubectl get secrets` says */
    keys: KeySize[];
    immutable: boolean;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type LoadBalancerIngress = {
    ip?: string;
    hostname?: string;
};
export type LoadBalancer = {
    ingress: LoadBalancerIngress[];
};
export type ServicePort = {
    name?: string;
    protocol: string;
    port: number;
    /** Port of the Pods: a number, or the name of a container port */
    targetPort?: number | string;
    nodePort?: number;
};
export type ServiceSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName` */
    "type": string;
    /** `None` for a headless Service; absent for an external name */
    clusterIP?: string;
    /** One address of each IP family; `["None"]` for a headless Service */
    clusterIPs: string[];
    externalIPs: string[];
    /** Host name that a Service of type `ExternalName` stands for */
    externalName?: string;
    loadBalancer: LoadBalancer;
    ports: ServicePort[];
    /** Labels of its Pods; empty: endpoints are not made from Pods */
    selector: {
        [key: string]: string;
    };
};
export type ServiceList = {
    services: ServiceSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type Endpoints = {
    ready: string[];
    notReady: string[];
};
export type ServiceDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName` */
    "type": string;
    /** `None` for a headless Service; absent for an external name */
    clusterIP?: string;
    /** One address of each IP family; `["None"]` for a headless Service */
    clusterIPs: string[];
    externalIPs: string[];
    /** Host name that a Service of type `ExternalName` stands for */
    externalName?: string;
    loadBalancer: LoadBalancer;
    ports: ServicePort[];
    /** Labels of its Pods; empty: endpoints are not made from Pods */
    selector: {
        [key: string]: string;
    };
    endpoints: Endpoints;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type IngressServiceBackend = {
    name: string;
    /** Port of the Service: a number, or its name */
    port?: number | string;
};
export type IngressResourceBackend = {
    apiGroup?: string;
    kind: string;
    name: string;
};
export type IngressPath = {
    path?: string;
    /** `Exact`, `Prefix` or `ImplementationSpecific` */
    pathType: string;
    service?: IngressServiceBackend;
    resource?: IngressResourceBackend;
};
export type IngressRule = {
    /** Absent: all hosts */
    host?: string;
    paths: IngressPath[];
};
export type IngressTls = {
    hosts: string[];
    secretName?: string;
};
export type IngressBackend = {
    service?: IngressServiceBackend;
    resource?: IngressResourceBackend;
};
export type IngressSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** `spec.ingressClassName`, as kubectl prints it: a class in an annotation does not count */
    className?: string;
    /** Hosts of the rules, each once; a rule without host is for all */
    hosts: string[];
    rules: IngressRule[];
    tls: IngressTls[];
    defaultBackend?: IngressBackend;
    /** IP address or host name of each load balancer, as the status reports them */
    addresses: string[];
};
export type IngressList = {
    ingress: IngressSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type IngressDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** `spec.ingressClassName`, as kubectl prints it: a class in an annotation does not count */
    className?: string;
    /** Hosts of the rules, each once; a rule without host is for all */
    hosts: string[];
    rules: IngressRule[];
    tls: IngressTls[];
    defaultBackend?: IngressBackend;
    /** IP address or host name of each load balancer, as the status reports them */
    addresses: string[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type NamespaceSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    /** `Active` or `Terminating` */
    status: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
};
export type NamespaceList = {
    namespaces: NamespaceSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type NamespaceDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    /** `Active` or `Terminating` */
    status: string;
    /** Time of the request to delete it */
    deletionTimestamp?: string;
    /** Steps before its removal: those of the spec (`kubernetes` until its objects are gone), then those of the metadata */
    finalizers: string[];
    /** While it is terminating: the state of the deletion of its objects, and what it waits for */
    conditions: Condition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type CrossVersionObjectReference = {
    apiVersion?: string;
    kind: string;
    name: string;
};
export type MetricTarget = {
    /** `Utilization` (of what the Pods request), `AverageValue` (of all Pods) or `Value` */
    "type": string;
    /** A quantity, or a percentage (`80%`) for type `Utilization` */
    value: string;
};
export type AutoscalerMetric = {
    /** `Resource`, `ContainerResource`, `Pods`, `Object` (with the `object` that the metric describes) or `External` */
    "type": string;
    /** Name of the resource (`cpu`) or of the metric */
    name: string;
    /** Container of the Pods, for type `ContainerResource` */
    container?: string;
    "object"?: CrossVersionObjectReference;
    target: MetricTarget;
    /** As the value of the target; absent while it is unknown (`<unknown>` in kubectl) */
    current?: string;
};
export type HorizontalPodAutoscalerSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    targetRef: CrossVersionObjectReference;
    minReplicas: number;
    maxReplicas: number;
    currentReplicas: number;
    desiredReplicas: number;
    metrics: AutoscalerMetric[];
    conditions: Condition[];
    /** ISO 8601 UTC, whole seconds */
    lastScaleTime?: string;
};
export type HorizontalPodAutoscalerList = {
    hpa: HorizontalPodAutoscalerSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type HorizontalPodAutoscalerDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    targetRef: CrossVersionObjectReference;
    minReplicas: number;
    maxReplicas: number;
    currentReplicas: number;
    desiredReplicas: number;
    metrics: AutoscalerMetric[];
    conditions: Condition[];
    /** ISO 8601 UTC, whole seconds */
    lastScaleTime?: string;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type StatefulSetReplicas = {
    desired: number;
    ready: number;
    current: number;
    updated: number;
    available: number;
};
export type StatefulSetRollingUpdate = {
    /** This many Pods, from the first on, are not updated */
    partition: number;
    /** An absolute number, percentages resolved */
    maxUnavailable: number;
};
export type StatefulSetUpdateStrategy = {
    /** `RollingUpdate` or `OnDelete` */
    "type": string;
    rollingUpdate?: StatefulSetRollingUpdate;
};
export type StatefulSetSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    replicas: StatefulSetReplicas;
    /** `Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller: none with the update strategy `OnDelete`, and none below a `partition`. `Degraded`: Pods are not ready, and no roll-out to all of them is under way; since a StatefulSet does not report whether they were ready before, the last ones to start for the first time count too. Else `Available` */
    status: "Available" | "Progressing" | "Degraded";
    /** Images of the containers of its Pod template */
    images: string[];
    /** The headless Service that names its Pods */
    serviceName?: string;
    updateStrategy: StatefulSetUpdateStrategy;
    /** `OrderedReady` or `Parallel` */
    podManagementPolicy: string;
    selector: LabelSelector;
};
export type StatefulSetList = {
    statefulsets: StatefulSetSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type VolumeClaimTemplate = {
    name: string;
    accessModes: string[];
    requests: {
        [key: string]: string;
    };
    storageClassName?: string;
    /** `Filesystem` or `Block` */
    volumeMode: string;
};
export type StatefulSetCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
};
export type StatefulSetDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    replicas: StatefulSetReplicas;
    /** `Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller: none with the update strategy `OnDelete`, and none below a `partition`. `Degraded`: Pods are not ready, and no roll-out to all of them is under way; since a StatefulSet does not report whether they were ready before, the last ones to start for the first time count too. Else `Available` */
    status: "Available" | "Progressing" | "Degraded";
    /** Images of the containers of its Pod template */
    images: string[];
    /** The headless Service that names its Pods */
    serviceName?: string;
    updateStrategy: StatefulSetUpdateStrategy;
    /** `OrderedReady` or `Parallel` */
    podManagementPolicy: string;
    selector: LabelSelector;
    /** The claims that each of its Pods gets, named `<template>-<Pod>` */
    volumeClaimTemplates: VolumeClaimTemplate[];
    conditions: StatefulSetCondition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type StatefulSetRestart = {
    success: boolean;
    message: string;
    statefulset: string;
    "namespace": string;
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
};
export type DaemonSetRollingUpdate = {
    maxSurge: number;
    maxUnavailable: number;
};
export type DaemonSetUpdateStrategy = {
    /** `RollingUpdate` or `OnDelete` */
    "type": string;
    rollingUpdate?: DaemonSetRollingUpdate;
};
export type DaemonSetSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** Nodes that its Pods have to run on */
    desired: number;
    /** Nodes of these with a Pod of it */
    current: number;
    /** Nodes of these with a ready Pod of it */
    ready: number;
    /** Nodes of these with a Pod of the newest template */
    updated: number;
    /** Nodes of these with an available Pod of it */
    available: number;
    /** Nodes with a Pod of it that they should not have */
    misscheduled: number;
    /** `Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller, which it does not do with the update strategy `OnDelete`. `Degraded`: Pods are not available; since a DaemonSet does not report whether they were so before, Pods that start for the first time count too. Else `Available`, also where no node is selected */
    status: "Available" | "Progressing" | "Degraded";
    /** Images of the containers of its Pod template */
    images: string[];
    updateStrategy: DaemonSetUpdateStrategy;
    /** Labels of the nodes that its Pods may run on */
    nodeSelector: {
        [key: string]: string;
    };
};
export type DaemonSetList = {
    daemonsets: DaemonSetSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type DaemonSetDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** Nodes that its Pods have to run on */
    desired: number;
    /** Nodes of these with a Pod of it */
    current: number;
    /** Nodes of these with a ready Pod of it */
    ready: number;
    /** Nodes of these with a Pod of the newest template */
    updated: number;
    /** Nodes of these with an available Pod of it */
    available: number;
    /** Nodes with a Pod of it that they should not have */
    misscheduled: number;
    /** `Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller, which it does not do with the update strategy `OnDelete`. `Degraded`: Pods are not available; since a DaemonSet does not report whether they were so before, Pods that start for the first time count too. Else `Available`, also where no node is selected */
    status: "Available" | "Progressing" | "Degraded";
    /** Images of the containers of its Pod template */
    images: string[];
    updateStrategy: DaemonSetUpdateStrategy;
    /** Labels of the nodes that its Pods may run on */
    nodeSelector: {
        [key: string]: string;
    };
    selector: LabelSelector;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type DaemonSetRestart = {
    success: boolean;
    message: string;
    daemonset: string;
    "namespace": string;
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
};
export type JobCondition = {
    "type": string;
    status: string;
    reason?: string;
    message?: string;
    /** ISO 8601 UTC, whole seconds */
    lastTransitionTime?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
};
export type JobSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** `Complete`, `Failed` and `Suspended` by the conditions; `Pending` until the controller has started it (no `startTime`). A Job that is about to end (conditions `FailureTarget`, `SuccessCriteriaMet`) is `Running` until its Pods have ended */
    status: "Complete" | "Failed" | "Suspended" | "Running" | "Pending";
    /** Pods that have to succeed; absent: any one of `parallelism` */
    completions?: number;
    /** Pods that may run at the same time */
    parallelism: number;
    succeeded: number;
    failed: number;
    /** Pods that have not ended, ready or not */
    active: number;
    /** Set anew when a suspended Job is resumed */
    startTime?: string;
    /** Only of Jobs that are complete */
    completionTime?: string;
    /** From `startTime` to the completion or the failure; absent for a Job that has not ended, whose duration is the time since `startTime` */
    durationSeconds?: number;
    /** Images of the containers of its Pod template */
    images: string[];
    conditions: JobCondition[];
};
export type JobList = {
    jobs: JobSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type JobDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** `Complete`, `Failed` and `Suspended` by the conditions; `Pending` until the controller has started it (no `startTime`). A Job that is about to end (conditions `FailureTarget`, `SuccessCriteriaMet`) is `Running` until its Pods have ended */
    status: "Complete" | "Failed" | "Suspended" | "Running" | "Pending";
    /** Pods that have to succeed; absent: any one of `parallelism` */
    completions?: number;
    /** Pods that may run at the same time */
    parallelism: number;
    succeeded: number;
    failed: number;
    /** Pods that have not ended, ready or not */
    active: number;
    /** Set anew when a suspended Job is resumed */
    startTime?: string;
    /** Only of Jobs that are complete */
    completionTime?: string;
    /** From `startTime` to the completion or the failure; absent for a Job that has not ended, whose duration is the time since `startTime` */
    durationSeconds?: number;
    /** Images of the containers of its Pod template */
    images: string[];
    conditions: JobCondition[];
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type CronJobSummary = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    "namespace": string;
    /** Minute, hour, day of month, month and day of week, or `@hourly`, `@every 1h30m`, … */
    schedule: string;
    /** Time zone of the schedule; absent: the controller's */
    timeZone?: string;
    suspend: boolean;
    /** `Suspended` if `suspend` is set */
    status: "Active" | "Suspended";
    /** Number of its Jobs that have not ended */
    active: number;
    /** The last time a Job was created */
    lastScheduleTime?: string;
    /** The last time a Job of it was complete */
    lastSuccessfulTime?: string;
    /** The next time by its schedule, in its time zone; without one in UTC, since the zone of the controller is not known. Times that clocks skip are left out, and those they show twice come twice, as in the controller. `concurrencyPolicy` may skip it. Absent for a suspended CronJob, and for a schedule or time zone that cannot be read or has no time within five years */
    nextScheduleTime?: string;
    /** `Allow`, `Forbid` or `Replace` */
    concurrencyPolicy: string;
};
export type CronJobList = {
    cronjobs: CronJobSummary[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
    /** Number of items after this page, if known */
    remaining?: number;
};
export type CronJobDetail = {
    name: string;
    labels: {
        [key: string]: string;
    };
    /** kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y` */
    age: string;
    /** ISO 8601 UTC, whole seconds */
    createdAt: string;
    uid: string;
    /** In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole */
    annotations: {
        [key: string]: string;
    };
    ownerReferences: OwnerReference[];
    "namespace": string;
    /** Minute, hour, day of month, month and day of week, or `@hourly`, `@every 1h30m`, … */
    schedule: string;
    /** Time zone of the schedule; absent: the controller's */
    timeZone?: string;
    suspend: boolean;
    /** `Suspended` if `suspend` is set */
    status: "Active" | "Suspended";
    /** Number of its Jobs that have not ended */
    active: number;
    /** The last time a Job was created */
    lastScheduleTime?: string;
    /** The last time a Job of it was complete */
    lastSuccessfulTime?: string;
    /** The next time by its schedule, in its time zone; without one in UTC, since the zone of the controller is not known. Times that clocks skip are left out, and those they show twice come twice, as in the controller. `concurrencyPolicy` may skip it. Absent for a suspended CronJob, and for a schedule or time zone that cannot be read or has no time within five years */
    nextScheduleTime?: string;
    /** `Allow`, `Forbid` or `Replace` */
    concurrencyPolicy: string;
    /** Objects that this one names, whether they exist or not, then those that name it; of each relation and kind at most 50, of those it owns, selects or runs the newest. A Pod that names it counts as the workload that controls it. Only with `include=related` */
    related?: RelatedObject[];
    /** The kinds that could not be listed: `related` lacks them. Absent if there are none */
    relatedUnavailable?: UnavailableSection[];
    managedBy?: ManagedBy;
    /** Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis` */
    diagnosis?: Finding[];
    /** The kinds that could not be read: rules that need them found nothing. Absent if there are none */
    diagnosisUnavailable?: UnavailableSection[];
};
export type Context = {
    /** Value for `?context=` */
    name: string;
    /** Name of the cluster in the declaration of the context */
    cluster: string;
    /** Name of the user in the declaration of the context */
    user: string;
    /** Preferred namespace of the context; no route uses it */
    "namespace": string;
    /** Used by requests that name no context */
    current: boolean;
    /** Declaration of the context */
    source: string;
    /** Whether the cluster responded to the last request */
    ready: boolean;
    /** Why it is not ready */
    reason?: string;
    serverVersion?: string;
    /** ISO 8601 UTC, whole seconds */
    lastProbeTime?: string;
};
export type ContextList = {
    contexts: Context[];
};
export type ConnectionCheck = {
    name: "dns" | "tcp" | "tls" | "authentication" | "authorization" | "version";
    status: "pass" | "fail" | "skipped";
    milliseconds: number;
    message: string;
};
export type ConnectionTest = {
    success: boolean;
    context: string;
    message: string;
    serverVersion?: string;
    checks: ConnectionCheck[];
};
export type Permission = {
    /** Route group, as in the path */
    group: string;
    route: string;
    allowed: boolean;
    missing: MissingRight[];
};
export type PermissionList = {
    permissions: Permission[];
};
export type AuditedCaller = {
    name: string;
    via: "port-forward" | "local" | "token" | "oidc" | "github" | "proxy";
} | null;
export type AuditedTokens = {
    input: number;
    output: number;
};
export type UnfinishedLines = {
    lines: number;
    bytes: number;
    offset: number;
};
export type AuditedVersions = {
    before?: string;
    after?: string;
};
export type AuditEntry = {
    /** Unique id of this entry, assigned by the service */
    id: string;
    /** With milliseconds */
    timestamp: string;
    /** A write, a read of values of a Secret (`disclosure`), a call of the language model, a denied request, a sign-in or a sign-out; `give-up`: a notification that was not delivered; `unfinished-lines`: an earlier process left unfinished lines in the audit file; `closed`: the last entry of a process */
    event: "write" | "disclosure" | "model-call" | "denied" | "sign-in" | "sign-out" | "give-up" | "unfinished-lines" | "closed";
    /** A write is recorded before it is requested from the cluster, and after; a call of the model before and after, too */
    phase?: "requested" | "done";
    /** Id of a write or of a call of the model, assigned by the service: the same in the entry of its request and in that of its outcome */
    changeId?: string;
    /** `X-Request-Id` of the request. Callers may choose it, so entries of different requests may share one. null for an entry that is not about one request */
    requestId: string | null;
    caller: AuditedCaller;
    /** null for an entry that is not about one address. Summaries count IPv6 addresses by /64 */
    address: string | null;
    context?: string;
    verb?: "get" | "patch" | "delete" | "create" | "merge";
    /** As in RBAC, such as `deployments.apps`; `pullrequests` and `hostaccounts` of the repository host, `notifications` of this service */
    resource?: string;
    "namespace"?: string;
    name?: string;
    method?: string;
    route?: string;
    result?: string;
    /** Name of the language model */
    model?: string;
    tokens?: AuditedTokens;
    /** Number of requests that a summary entry stands for, in addition to those with an entry of their own; absent for an entry about one request */
    count?: number;
    /** Time of the first request that a summary entry stands for */
    since?: string;
    unfinished?: UnfinishedLines;
    resourceVersion?: AuditedVersions;
};
export type AuditList = {
    /** At most 1,000 of the last entries of this replica, newest first. At least 500 places are for writes and disclosures, and 500 for other entries */
    audit: AuditEntry[];
    /** Name of the Pod or machine */
    replica: string;
};
export type SecretValue = {
    value: string;
    encoding: "utf-8" | "base64";
};
export type SecretValues = {
    name: string;
    "namespace": string;
    "type": string;
    /** By key; `base64` where the value is not text in UTF-8 */
    values: {
        [key: string]: SecretValue;
    };
};
export type NotConfiguredProblem = {
    /** The error in one sentence */
    error: string;
    code: "NOT_CONFIGURED";
    /** The setting that enables it */
    hint: string;
};
export type ResourceYaml = {
    /** The object, with its keys in order as `kubectl get -o yaml` prints them */
    yaml: string;
    /** JSON Pointers (RFC 6901) of the values that are masked */
    masked: string[];
};
export type NotAcceptableProblem = {
    /** The error in one sentence */
    error: string;
    code: "NOT_ACCEPTABLE";
};
export type ContainerMetrics = {
    pod: string;
    "namespace": string;
    container: string;
    /** As the metrics API reports it: `12345678n` */
    cpu: string;
    /** As the metrics API reports it: `24528Ki` */
    memory: string;
    /** Rounded up, as `kubectl top` prints it */
    cpuMillicores: number;
    memoryBytes: number;
    requests: {
        [key: string]: string;
    };
    limits: {
        [key: string]: string;
    };
    /** Rounded down; absent without a limit */
    cpuPercentOfLimit?: number;
    /** Rounded down; absent without a limit */
    memoryPercentOfLimit?: number;
};
export type PodMetricsList = {
    /** Each container that was measured, ordered by namespace, Pod and container */
    metrics: ContainerMetrics[];
    /** Length of time that the newest measurement covers: `15.2s`; absent without metrics */
    window?: string;
    /** Time of the newest measurement; absent without metrics */
    timestamp?: string;
};
export type NodeMetricsItem = {
    node: string;
    /** As the metrics API reports it: `12345678n` */
    cpu: string;
    /** As the metrics API reports it: `24528Ki` */
    memory: string;
    /** Rounded up, as `kubectl top` prints it */
    cpuMillicores: number;
    memoryBytes: number;
    allocatable: {
        [key: string]: string;
    };
    /** Share of `allocatable`, rounded down, as `kubectl top nodes` prints it */
    cpuPercent?: number;
    /** The same of memory */
    memoryPercent?: number;
};
export type NodeMetricsList = {
    metrics: NodeMetricsItem[];
    /** Length of time that the newest measurement covers: `15.2s`; absent without metrics */
    window?: string;
    /** Time of the newest measurement; absent without metrics */
    timestamp?: string;
};
export type ClusterHealthFactor = {
    factor: string;
    /** Rounded to a tenth */
    points: number;
};
export type ClusterComponent = {
    name: string;
    status: "healthy" | "warning" | "critical" | "unknown";
    message: string;
};
export type ClusterIssue = {
    /** Name of the rule of the diagnosis; absent: judged by the component’s Pods */
    rule?: string;
    severity: "warning" | "critical";
    kind: string;
    name: string;
    "namespace"?: string;
    message: string;
};
export type ClusterHealth = {
    /** `critical` if a component or half of the nodes fail, `warning` for less, `unreachable` if the API server does not answer */
    status: "healthy" | "warning" | "critical" | "unreachable";
    /** 100, less 60 times the share of nodes that are not ready, 30 for each component that fails, and 10 for each that works in part */
    score: number;
    /** The points that the score has lost, by component */
    factors: ClusterHealthFactor[];
    context: string;
    /** Absent while the API server does not answer */
    serverVersion?: string;
    /** The API server, the nodes, and what runs in namespace `kube-system`. `unknown`: its Pods may not be read, or there are none, as where a provider runs the control plane */
    components: ClusterComponent[];
    /** Nodes and Pods of components that are not ready, then findings of the diagnosis about other objects; at most 100 */
    issues: ClusterIssue[];
};
export type ExplainedFinding = {
    id: string;
    rule: string;
    subject: FindingSubject;
    title: string;
};
export type RootFinding = {
    /** The same as long as it is the same finding */
    id: string;
    /** Name of the rule, as `image-not-found` */
    rule: string;
    severity: "critical" | "warning" | "info";
    subject: FindingSubject;
    message: string;
    evidence: Evidence[];
    /** Empty: what explains a finding is listed in its place */
    causes: string[];
    /** The next step */
    hint?: string;
    /** 0.95: said by Kubernetes; 0.8: follows from two facts; 0.7: pattern of a message; 0.6: same time; 0.5: line of a log */
    confidence: number;
    /** ISO 8601 UTC, whole seconds */
    since?: string;
    /** Number of Pods that have the finding or are explained by it; of objects, if no Pod is among them */
    affected: number;
    /** Findings of other objects that this one explains, at most 20 */
    explains: ExplainedFinding[];
    title: string;
};
export type DiagnosisReport = {
    /** Causes only, the most severe first, then the newest; what a cause explains is listed under it */
    findings: RootFinding[];
    /** Number of findings on all pages */
    total: number;
    /** The kinds that could not be read: rules that need them found nothing */
    unavailable: UnavailableSection[];
    /** Kinds that were still being read after 3 s: the findings are incomplete, ask again. Absent if there are none */
    syncing?: string[];
    /** Token of the next page */
    "continue"?: string;
};
export type LabelValue = {
    value: string;
    /** Number of objects with this value */
    count: number;
};
export type LabelSummary = {
    key: string;
    /** The most frequent value first */
    values: LabelValue[];
    /** Number of objects with this key */
    totalCount: number;
    /** The kinds with this key, as in paths: `deployments` */
    resourceTypes: string[];
};
export type LabelledResource = {
    kind: string;
    name: string;
    "namespace": string;
    labels: {
        [key: string]: string;
    };
};
export type LabelList = {
    /** Ordered by key */
    labels: LabelSummary[];
    /** The selected objects, at most 1000; only with `selector` */
    resources?: LabelledResource[];
    /** Whether `resources` leaves out objects; only with `selector` */
    truncated?: boolean;
    /** Number of selected objects, with labels or without */
    totalResources: number;
    /** The kinds that could not be listed: they are not counted */
    unavailable: UnavailableSection[];
};
export type DeploymentCounts = {
    total: number;
    available: number;
    progressing: number;
    degraded: number;
} | null;
export type PodCounts = {
    total: number;
    running: number;
    pending: number;
    succeeded: number;
    failed: number;
    /** Pods with the status CrashLoopBackOff */
    crashLooping: number;
} | null;
export type NodeCounts = {
    total: number;
    ready: number;
    notReady: number;
} | null;
export type WorkloadCounts = {
    total: number;
    ready: number;
    notReady: number;
} | null;
export type JobCounts = {
    total: number;
    /** Jobs with the status Pending or Running */
    active: number;
    /** Jobs with the status Complete */
    succeeded: number;
    failed: number;
} | null;
export type CronJobCounts = {
    total: number;
    /** CronJobs that are not suspended */
    active: number;
    suspended: number;
} | null;
export type PersistentVolumeCounts = {
    total: number;
    bound: number;
} | null;
export type HealthFactor = {
    factor: string;
    /** Rounded to a tenth */
    points: number;
};
export type HealthIssue = {
    id: string;
    /** Name of the rule, as `image-not-found` */
    rule: string;
    severity: "critical" | "warning" | "info";
    /** Kind of the object, as `Node` */
    kind: string;
    name: string;
    "namespace"?: string;
    message: string;
};
export type HealthSummary = {
    /** 100 less the points of `factors`, rounded down; absent with the status `unknown` */
    score?: number;
    /** `healthy` from 80, `warning` from 50; `unknown` if nothing that counts could be read */
    status: "healthy" | "warning" | "critical" | "unknown";
    /** Whether a section that counts could not be read, or the diagnosis is not complete */
    partial: boolean;
    /** Nodes not ready: 40 by their share, at least 10, and only without `namespace`. Workloads not available: 30 by their share. Pods that crash or whose images cannot be pulled: 20 by their share, at least 3. Pods that cannot be scheduled: 15 by their share. Critical findings: 30 if the cluster’s DNS is unavailable, 10 if a claim is not bound, and 5 each, at most 15, for kinds that are not counted */
    factors: HealthFactor[];
    /** Findings of the diagnosis, causes only, the most severe first, at most 100 */
    issues: HealthIssue[];
    /** Number of issues */
    total: number;
};
export type DashboardSummary = {
    deployments: DeploymentCounts;
    pods: PodCounts;
    nodes: NodeCounts;
    statefulsets: WorkloadCounts;
    daemonsets: WorkloadCounts;
    jobs: JobCounts;
    cronjobs: CronJobCounts;
    services: number | null;
    ingress: number | null;
    configmaps: number | null;
    secrets: number | null;
    hpa: number | null;
    pvs: PersistentVolumeCounts;
    health: HealthSummary;
    /** The sections that could not be read: they are null */
    unavailable: UnavailableSection[];
    /** Sections that were still being read after 3 s: they are null; ask again. `diagnosis` stands for the issues. Absent if there are none */
    syncing?: string[];
};
export type SearchMatch = {
    /** `address`: an IP address or host name of a Pod, its host, a Service, a load balancer or a Node; `node`: the node of a Pod; `annotation`: the key of an annotation */
    field: "name" | "label" | "image" | "address" | "node" | "annotation";
    /** The whole text in which `q` was found; of a label `key=value` */
    value: string;
};
export type SearchResult = {
    /** As `Deployment` */
    kind: string;
    name: string;
    /** Absent for kinds without namespaces */
    "namespace"?: string;
    match: SearchMatch;
    /** `status` of the kind's list; absent for kinds without */
    status?: string;
};
export type SearchResults = {
    /** Objects with this name first, then those whose name begins with `q`, or contains it, then by `match.field` in the order of its values; then by kind, namespace and name */
    results: SearchResult[];
    /** Number of results on all pages */
    total: number;
    /** The kinds that could not be listed: they are not searched */
    unavailable: UnavailableSection[];
    /** Kinds that were still being read after 3 s: ask again. Absent if there are none */
    syncing?: string[];
    /** Token for the next page: send it as `continue` */
    "continue"?: string;
};
export type Settings = {
    /** Name of a context, which need not exist now; null: the default context */
    selectedContext: string | null;
    /** A namespace; empty: all namespaces */
    selectedNamespace: string;
    /** Whether pages follow `/api/stream` */
    realtimeEnabled: boolean;
    /** Whether pages without live updates are read again */
    autoRefreshEnabled: boolean;
    /** Seconds between reads */
    autoRefreshInterval: number;
    themeMode: "light" | "dark" | "system";
    compactMode: boolean;
    notificationsEnabled: boolean;
    hasCompletedWelcome: boolean;
};
export type SettingsPatch = {
    /** Name of a context, which need not exist now; null: the default context */
    selectedContext?: string | null;
    /** A namespace; empty or null: all namespaces */
    selectedNamespace?: string | null;
    /** Whether pages follow `/api/stream` */
    realtimeEnabled?: boolean;
    /** Whether pages without live updates are read again */
    autoRefreshEnabled?: boolean;
    /** Seconds between reads */
    autoRefreshInterval?: number;
    themeMode?: "light" | "dark" | "system";
    compactMode?: boolean;
    notificationsEnabled?: boolean;
    hasCompletedWelcome?: boolean;
};
export type Aliases = {
    /** Aliases by the name of their context, at most 200 */
    aliases: {
        [key: string]: string;
    };
};
export type AliasRequest = {
    contextName: string;
    alias: string;
};
export type CriticalIssueTypes = {
    enabled: ("pods" | "nodes" | "deployments" | "statefulsets" | "daemonsets" | "jobs" | "cronjobs" | "hpa" | "pvs" | "pvcs" | "services" | "ingress" | "namespaces")[];
};
export type CriticalIssueTypeRequest = {
    resourceType: "pods" | "nodes" | "deployments" | "statefulsets" | "daemonsets" | "jobs" | "cronjobs" | "hpa" | "pvs" | "pvcs" | "services" | "ingress" | "namespaces";
    enabled: boolean;
};
export type SidebarPins = {
    /** Paths, at most 200 */
    pinned: string[];
};
export type SidebarPinRequest = {
    path: string;
    pinned: boolean;
};
export type SelectedRepository = {
    owner: string;
    repo: string;
    branch: string;
};
export type PendingPullRequest = {
    /** The name of the object (RFC 1123 subdomain) */
    deploymentName: string;
    /** A namespace (RFC 1123 label) */
    "namespace": string;
    prNumber: number;
    url: string;
    owner?: string;
    repo?: string;
    branch?: string;
    context?: string;
};
export type BasketFile = {
    filePath: string;
    content: string;
    /** Content of the file in the repository */
    originalContent?: string;
    /** Version of the file in the repository */
    sha?: string;
    owner?: string;
    repo?: string;
    branch?: string;
    context?: string;
};
export type RepositorySettings = {
    selectedRepo: SelectedRepository | null;
    /** Pull requests, at most 200 */
    pendingPRs: PendingPullRequest[];
    /** Edited files, at most 100; their contents have at most 1048576 bytes in all */
    editBasket: BasketFile[];
    /** Present if the files cannot be decrypted: their key is gone, or they were altered */
    reason?: string;
};
export type SelectedRepositoryRequest = {
    /** null: none */
    repo: {
        owner: string;
        repo: string;
        branch: string;
    } | null;
};
export type Basket = {
    /** Edited files, at most 100; their contents have at most 1048576 bytes in all */
    basket: BasketFile[];
    /** Present if the files cannot be decrypted: their key is gone, or they were altered */
    reason?: string;
};
export type PendingPullRequestWithState = {
    /** The name of the object (RFC 1123 subdomain) */
    deploymentName: string;
    /** A namespace (RFC 1123 label) */
    "namespace": string;
    prNumber: number;
    url: string;
    owner?: string;
    repo?: string;
    branch?: string;
    context?: string;
    /** State at the repository host, at most a minute old; absent if no host is configured, or it does not tell */
    state?: "open" | "merged" | "closed";
};
export type PendingPullRequestsWithStates = {
    /** Pull requests, at most 200 */
    prs: PendingPullRequestWithState[];
};
export type PendingPullRequests = {
    /** Pull requests, at most 200 */
    prs: PendingPullRequest[];
};
export type MigrateRequest = {
    /** Values by key: JSON, or JSON as a text */
    storage: {
        [key: string]: unknown;
    };
};
export type SkippedKey = {
    key: string;
    reason: string;
};
export type Migration = {
    /** Keys with an imported part */
    imported: string[];
    skipped: SkippedKey[];
};
export type NotificationChannel = {
    /** Unique; default: the type, with a number if there are several */
    name: string;
    "type": "webhook" | "slack";
    /** Masked but for its host */
    url: string;
    /** `****` if messages are signed */
    secret?: string;
    /** Least severity that is reported */
    minSeverity?: "critical" | "warning" | "info";
    /** Namespaces whose problems are reported; empty: all, and those outside of namespaces */
    namespaces?: string[];
    /** The operator of the service has set it; it cannot be changed here */
    managed: boolean;
    /** The receiver said that it is gone; a change of the channel or a test that is delivered ends it */
    broken: boolean;
};
export type FiringAlert = {
    id: string;
    phase: "firing" | "flapping";
    context: string;
    rule: string;
    severity: "critical" | "warning" | "info";
    kind: string;
    name: string;
    "namespace"?: string;
    /** ISO 8601 UTC, whole seconds */
    since: string;
    title: string;
};
export type NotificationDelivery = {
    /** `webhook-id` of the message */
    id: string;
    channel: string;
    /** ISO 8601 UTC, whole seconds */
    time: string;
    attempt: number;
    /** `retry`: it is tried again */
    outcome: "delivered" | "retry" | "failed" | "dropped";
    /** HTTP status */
    status?: number;
    error?: string;
};
export type Notifications = {
    enabled: boolean;
    /** The kinds that are reported */
    enabledResources: string[];
    status: "active" | "disabled";
    channels: NotificationChannel[];
    /** Kinds whose problems are reported, as path segments: `deployments`; empty: all */
    kinds: string[];
    /** Least severity that is reported */
    minSeverity: "critical" | "warning" | "info";
    /** Namespaces whose problems are reported; empty: all, and those outside of namespaces */
    namespaces: string[];
    /** Hours after which a message about a problem that lasts is repeated, at most six times */
    repeatHours: number;
    /** Alerts that fire; empty where the rights of the caller count, since they may be about anything */
    firing: FiringAlert[];
    /** The last 50 attempts, newest first */
    deliveries: NotificationDelivery[];
};
export type NotificationChannelChange = {
    /** Unique; default: the type, with a number if there are several */
    name?: string;
    "type": "webhook" | "slack";
    /** https URL, or the mask of GET to keep it */
    url: string;
    /** Key of the signature: `whsec_` and 24 to 64 bytes in base64; the mask of GET keeps it, and none removes it */
    secret?: string;
    /** Least severity that is reported */
    minSeverity?: "critical" | "warning" | "info";
    /** Namespaces whose problems are reported; empty: all, and those outside of namespaces */
    namespaces?: string[];
    /** Ignored */
    managed?: boolean;
    /** Ignored */
    broken?: boolean;
};
export type NotificationChange = {
    enabled?: boolean;
    /** Replaces the channels of callers; those of the operator of the service stay */
    channels?: NotificationChannelChange[];
    /** Kinds whose problems are reported, as path segments: `deployments`; empty: all */
    kinds?: string[];
    /** Least severity that is reported */
    minSeverity?: "critical" | "warning" | "info";
    /** Namespaces whose problems are reported; empty: all, and those outside of namespaces */
    namespaces?: string[];
    /** Hours after which a message about a problem that lasts is repeated, at most six times */
    repeatHours?: number;
    /** Send a test to each channel now, or to `channel` */
    test?: boolean;
    /** The channel to test */
    channel?: string;
    message?: string;
    severity?: "critical" | "warning" | "info";
    resource?: string;
    title?: string;
};
export type NotificationTest = {
    channel: string;
    delivered: boolean;
    status?: number;
    error?: string;
    milliseconds: number;
};
export type ChangedNotifications = {
    success: true;
    message?: string;
    enabled?: boolean;
    /** The kinds that are reported */
    enabledResources?: string[];
    status?: "active" | "disabled";
    channels?: NotificationChannel[];
    /** Kinds whose problems are reported, as path segments: `deployments`; empty: all */
    kinds?: string[];
    /** Least severity that is reported */
    minSeverity?: "critical" | "warning" | "info";
    /** Namespaces whose problems are reported; empty: all, and those outside of namespaces */
    namespaces?: string[];
    /** Hours after which a message about a problem that lasts is repeated, at most six times */
    repeatHours?: number;
    tests?: NotificationTest[];
    /** `webhook-id` of the message */
    id?: string;
    /** Channels that the message waits for */
    queued?: number;
};
export type Repository = {
    owner: string;
    repo: string;
    fullName: string;
    defaultBranch: string;
    "private": boolean;
    canPush: boolean;
    updatedAt?: string;
};
export type RepositoryList = {
    repos: Repository[];
    /** Token for the next page: send it as `continue`. It is there although no `limit` was set, after 1,000 items */
    "continue"?: string;
};
export type RepositoryBranch = {
    name: string;
    /** Object id of Git */
    sha: string;
    "protected": boolean;
};
export type RepositoryBranches = {
    branches: RepositoryBranch[];
    /** Token for the next page: send it as `continue`. It is there although no `limit` was set, after 1,000 items */
    "continue"?: string;
};
export type RepositoryTreeEntry = {
    name: string;
    path: string;
    "type": "file" | "dir" | "symlink" | "submodule";
    size?: number;
    /** Object id of Git */
    sha: string;
};
export type RepositoryTree = {
    /** Owner and name of the repository, which may have been renamed */
    fullName?: string;
    /** The branch, tag or sha that was read */
    ref?: string;
    /** The commit that was read; absent if the repository is empty */
    commit?: string;
    tree: RepositoryTreeEntry[];
    /** Whether entries are left out */
    truncated: boolean;
};
export type LfsPointer = {
    oid: string;
    size: number;
};
export type RepositoryFile = {
    /** Owner and name of the repository, which may have been renamed */
    fullName: string;
    /** The branch, tag or sha that was read */
    ref: string;
    /** The commit that was read; absent if the repository is empty */
    commit: string;
    path: string;
    /** Object id of Git */
    sha: string;
    size: number;
    content: string;
    encoding: "utf-8" | "base64";
    lfs?: LfsPointer;
};
export type RepositoryFileEntry = {
    name: string;
    path: string;
    /** Object id of Git */
    sha: string;
    size?: number;
};
export type RepositoryFiles = {
    /** Owner and name of the repository, which may have been renamed */
    fullName?: string;
    /** The branch, tag or sha that was read */
    ref?: string;
    /** The commit that was read; absent if the repository is empty */
    commit?: string;
    files: RepositoryFileEntry[];
    /** Whether entries are left out */
    truncated: boolean;
};
export type RepositoryHostStatus = {
    configured: boolean;
    /** Whether the host accepts the credential of this caller */
    authenticated: boolean;
    /** The credential that reads and writes of this caller use */
    via: "app-user" | "installation" | "token" | "none";
    /** Name of the host */
    host?: string;
    login?: string;
    scopes?: string[];
    /** End of the credential; of the own account (`app-user`): when it has to be connected again */
    expiresAt?: string;
    /** Whether this caller may propose and merge changes */
    writable?: boolean;
    /** Path at which the caller connects its own account */
    connectUrl?: string;
    /** Path at which the caller installs the GitHub App */
    installUrl?: string;
    /** Why the caller cannot use the host, and what to set */
    reason?: string;
};
export type Overlay = {
    name: string;
    path: string;
};
export type KustomizeLayout = {
    /** Owner and name of the repository, which may have been renamed */
    fullName?: string;
    /** The branch, tag or sha that was read */
    ref?: string;
    /** The commit that was read; absent if the repository is empty */
    commit?: string;
    hasKustomization: boolean;
    /** Folder of the base; absent without a kustomization */
    basePath?: string;
    overlays: Overlay[];
    /** Files that the base names, with its kustomization file */
    baseFiles: string[];
    /** The same of each overlay, by its name; by its path if two have one name */
    overlayFiles: {
        [key: string]: string[];
    };
    /** Bases on other hosts, which are not read */
    remoteBases: string[];
    /** Whether there are more than 50 kustomization files */
    truncated: boolean;
};
export type AnalyzeStructure = {
    /** User or organization that owns the repository */
    owner: string;
    /** Name of the repository */
    repo: string;
    /** Branch, tag or sha; default: the default branch */
    ref?: string;
};
export type RepositoryChart = {
    name: string;
    path: string;
};
export type RepositoryWorkload = {
    kind: string;
    name: string;
    path: string;
};
export type NamePatterns = {
    namePrefix?: string;
    nameSuffix?: string;
    environments: string[];
};
export type RepositoryStructure = {
    /** Owner and name of the repository, which may have been renamed */
    fullName?: string;
    /** The branch, tag or sha that was read */
    ref?: string;
    /** The commit that was read; absent if the repository is empty */
    commit?: string;
    structure: "kustomize" | "helm" | "flat" | "mixed" | "unknown";
    hasKustomize: boolean;
    /** Base that most overlays build; absent without one */
    baseDir?: string;
    overlays: Overlay[];
    charts: RepositoryChart[];
    namespaces: string[];
    workloads: RepositoryWorkload[];
    patterns: NamePatterns;
    /** Whether files are left out */
    truncated: boolean;
};
export type MatchedResource = {
    kind: string;
    name: string;
    /** A namespace (RFC 1123 label) */
    "namespace"?: string;
};
export type MatchableFile = {
    path: string;
    name?: string;
    content?: string;
};
export type MatchFile = {
    resource: MatchedResource;
    /** Files to choose from, instead of a repository */
    files?: MatchableFile[];
    /** User or organization that owns the repository */
    owner?: string;
    /** Name of the repository */
    repo?: string;
    /** Branch, tag or sha; default: the default branch */
    ref?: string;
};
export type FileMatch = {
    path: string;
    /** 0.8 and more only where the content of files says so */
    confidence: number;
    method: "content" | "annotation" | "exact" | "directory" | "namespace" | "fuzzy";
    /** Environment that the path or the overlay names */
    environment?: string;
    reason: string;
};
export type FileMatches = {
    /** Owner and name of the repository, which may have been renamed */
    fullName?: string;
    /** The branch, tag or sha that was read */
    ref?: string;
    /** The commit that was read; absent if the repository is empty */
    commit?: string;
    match: FileMatch | null;
    /** The best ten, the match included */
    candidates: FileMatch[];
    /** Whether the host left out files; absent for files of the request */
    truncated?: boolean;
};
export type FieldChange = {
    /** JSON Pointer (RFC 6901) below /spec, /data or /metadata/labels of the object */
    pointer: string;
    /** Value in the file: 409 if it has another */
    "from": string | number | boolean;
    /** Value of the same type */
    value: string | number | boolean;
};
export type CreatePullRequest = {
    owner: string;
    repo: string;
    /** Default: the default branch */
    baseBranch?: string;
    filePath: string;
    /** The whole file; required without `patch` */
    content?: string;
    /** Changes of fields of the object, in place of `content`: the rest of the file stays as it is, comments included */
    patch?: FieldChange[];
    /** Kind of the object, for `patch`. Default: `Deployment` */
    kind?: string;
    /** Name of the object that the file declares */
    deploymentName: string;
    /** A namespace (RFC 1123 label) */
    "namespace": string;
    /** The blob that the caller saw: 409 if it is no longer the file */
    sha?: string;
    body?: string;
    /** Create a draft */
    draft?: boolean;
    /** Add a commit to the open pull request of the same object or branch, if there is one */
    update?: boolean;
    title?: string;
};
export type PullRequestReference = {
    "number": number;
    url: string;
};
export type ReplacedFile = {
    path: string;
    sha?: string;
};
export type ProposedChange = {
    success: true;
    pr: PullRequestReference;
    branch: string;
    /** The commit at the head of the branch */
    commit: string;
    /** Whether the pull request existed before; it may have another commit now */
    existing?: boolean;
    /** The blob that the change replaces; absent for a new file */
    previousSha?: string;
    /** Each file with the blob that the change replaces, on the base branch */
    previous: ReplacedFile[];
};
export type ChangedFile = {
    path: string;
    /** The whole file */
    content: string;
    /** The blob that the caller saw: 409 if it is no longer the file */
    sha?: string;
};
export type CreateMultiFilePullRequest = {
    owner: string;
    repo: string;
    /** Default: the default branch */
    baseBranch?: string;
    /** Branch to create; default: one named by the content */
    branch?: string;
    files: ChangedFile[];
    commitMessage?: string;
    body?: string;
    /** Create a draft */
    draft?: boolean;
    /** Add a commit to the open pull request of the same object or branch, if there is one */
    update?: boolean;
    title?: string;
};
export type MergePullRequest = {
    owner: string;
    repo: string;
    pullNumber: number;
    /** Default: `merge` */
    mergeMethod?: "merge" | "squash" | "rebase";
    /** The commit that the caller saw: 409 if the head has moved */
    expectedHeadSha?: string;
    /** Delete the branch after the merge; default: if this service created it */
    deleteBranch?: boolean;
};
export type MergedPullRequest = {
    success: true;
    merged: true;
    /** The commit on the base branch, if the host says it */
    sha?: string;
    message: string;
};
export type InstallationAccount = {
    login: string;
    /** `User`, `Organization` or `Enterprise` */
    "type": string;
    avatarUrl?: string;
};
export type Installation = {
    id: number;
    account: InstallationAccount;
    repositorySelection: "all" | "selected";
};
export type InstallationList = {
    installations: Installation[];
    /** Token for the next page: send it as `continue`. It is there although no `limit` was set, after 1,000 items */
    "continue"?: string;
};
export type InstalledRepositories = {
    repositories: Repository[];
    /** Token for the next page: send it as `continue`. It is there although no `limit` was set, after 1,000 items */
    "continue"?: string;
};
export type DisconnectHostAccount = {};
export type DisconnectedAccount = {
    success: true;
    /** Whether the host revoked the token */
    revoked: boolean;
};
export type TroubleshotResource = {
    /** As `Deployment` */
    kind: string;
    name: string;
    /** A namespace (RFC 1123 label) */
    "namespace"?: string;
};
export type TroubleshootRequest = {
    resource: TroubleshotResource;
    /** Instead of the parameter of the query */
    context?: string;
    /** Of a person, for the model */
    question?: string;
    /** Read the logs of containers that fail. Default: false */
    includeLogs?: boolean;
};
export type Conclusion = {
    /** The same as long as it is the same finding */
    id: string;
    /** Name of the rule, as `image-not-found` */
    rule: string;
    severity: "critical" | "warning" | "info";
    subject: FindingSubject;
    message: string;
    evidence: Evidence[];
    /** Objects of one workload with the same finding */
    affected: number;
    /** The root that explains it; `cause not known` if no rule knows one */
    cause: string;
    /** Steps for a person; nothing is executed */
    fix: string[];
    /** Changes of the subject that restore the revision whose Pods are ready, if they are known; arguments and values of variables are not compared. `POST /api/repohost/create-pr` takes them */
    patch?: FieldChange[];
    /** 0.95: said by Kubernetes; 0.8: follows from two facts; 0.7: pattern of a message; 0.6: same time; 0.5: line of a log */
    confidence: number;
    /** ISO 8601 UTC, whole seconds */
    since?: string;
    title: string;
};
export type ModelFailure = {
    code: "timeout" | "refused" | "rate-limited" | "too-long" | "unavailable" | "budget";
    message: string;
};
export type TokenBudget = {
    /** Tokens that were sent to the model, as it reports them; 0 if the narrative was cached */
    input: number;
    /** Tokens that came back */
    output: number;
    /** Whether facts were left out for the limit */
    truncated: boolean;
};
export type Troubleshooting = {
    /** One or two sentences */
    summary: string;
    /** `unknown`: nothing was found, but not everything could be read */
    status: "healthy" | "warning" | "critical" | "unknown";
    /** Roots first, then findings that they explain. No model changes them */
    findings: Conclusion[];
    related: RelatedObject[];
    /** Kinds that could not be read; absent if there are none */
    unavailable?: UnavailableSection[];
    /** Words of the model about the findings, which are text and nothing else: each sentence cites evidence as `[e3]`. Absent without a model, or if it said nothing that can be cited */
    narrative?: string;
    /** Name of the model; null: none is configured, and the rules alone answer */
    model: string | null;
    modelError?: ModelFailure;
    /** `cut`: the narrative reached its limit; `failed`: see `modelError` */
    finish: "complete" | "cut" | "failed";
    budget: TokenBudget;
};
export type ModelPrompt = {
    /** The text that a model would be sent, redacted */
    prompt: string;
    /** Its size; an estimate */
    tokens: number;
};
export type AiMatchFile = {
    resource: MatchedResource;
    /** Files to choose from, instead of a repository */
    files?: MatchableFile[];
    /** User or organization that owns the repository */
    owner?: string;
    /** Name of the repository */
    repo?: string;
    /** Branch, tag or sha; default: the default branch */
    ref?: string;
};
export type MatchedFile = {
    file: string;
    confidence: number;
    environment?: string;
    reasoning: string;
};
export type MatchedFiles = {
    /** The best first, at most ten */
    matches: MatchedFile[];
    method: "rules";
};
export type AboutCaller = {
    name: string;
    via: "port-forward" | "local" | "token" | "oidc" | "github" | "proxy";
};
export type AboutSignIn = {
    enabled: boolean;
    /** The page to sign in at */
    url?: string;
};
export type FeatureState = {
    enabled: boolean;
    /** The setting that enables it */
    hint?: string;
};
export type About = {
    /** Version of this service */
    version: string;
    caller: AboutCaller;
    /** Whether the policy of this service lets the caller change objects; the cluster may still deny it */
    mayWrite: boolean;
    /** Whether the caller may read `/api/audit` */
    mayAudit: boolean;
    signIn: AboutSignIn;
    /** The features that have to be configured, by name */
    features: {
        [key: string]: FeatureState;
    };
};
export type SignInForm = {
    csrfToken: string;
    callbackUrl?: string;
};
export type ConfigMapChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ConfigMapSummary;
};
export type ConfigMapChangeEvent = {
    event: "configmap";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: ConfigMapChange;
};
export type CronJobChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": CronJobSummary;
};
export type CronJobChangeEvent = {
    event: "cronjob";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: CronJobChange;
};
export type DaemonSetChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": DaemonSetSummary;
};
export type DaemonSetChangeEvent = {
    event: "daemonset";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: DaemonSetChange;
};
export type DeploymentChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": DeploymentSummary;
};
export type DeploymentChangeEvent = {
    event: "deployment";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: DeploymentChange;
};
export type EventChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ClusterEvent;
};
export type EventChangeEvent = {
    event: "event";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: EventChange;
};
export type HorizontalPodAutoscalerChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": HorizontalPodAutoscalerSummary;
};
export type HorizontalPodAutoscalerChangeEvent = {
    event: "horizontalpodautoscaler";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: HorizontalPodAutoscalerChange;
};
export type IngressChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": IngressSummary;
};
export type IngressChangeEvent = {
    event: "ingress";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: IngressChange;
};
export type JobChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": JobSummary;
};
export type JobChangeEvent = {
    event: "job";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: JobChange;
};
export type LimitRangeChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": LimitRangeSummary;
};
export type LimitRangeChangeEvent = {
    event: "limitrange";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: LimitRangeChange;
};
export type MethodNotAllowedProblem = {
    /** The error in one sentence */
    error: string;
    code: "METHOD_NOT_ALLOWED";
};
export type NamespaceChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": NamespaceSummary;
};
export type NamespaceChangeEvent = {
    event: "namespace";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: NamespaceChange;
};
export type NetworkPolicyChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": NetworkPolicySummary;
};
export type NetworkPolicyChangeEvent = {
    event: "networkpolicy";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: NetworkPolicyChange;
};
export type NodeChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": NodeSummary;
};
export type NodeChangeEvent = {
    event: "node";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: NodeChange;
};
export type PersistentVolumeChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": PersistentVolumeSummary;
};
export type PersistentVolumeChangeEvent = {
    event: "persistentvolume";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: PersistentVolumeChange;
};
export type PersistentVolumeClaimChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": PersistentVolumeClaimSummary;
};
export type PersistentVolumeClaimChangeEvent = {
    event: "persistentvolumeclaim";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: PersistentVolumeClaimChange;
};
export type PodChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": PodSummary;
};
export type PodChangeEvent = {
    event: "pod";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: PodChange;
};
export type PodDisruptionBudgetChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": PodDisruptionBudgetSummary;
};
export type PodDisruptionBudgetChangeEvent = {
    event: "poddisruptionbudget";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: PodDisruptionBudgetChange;
};
export type Problem = ({
    code: "BAD_REQUEST";
} & BadRequestProblem) | ({
    code: "UNAUTHORIZED";
} & UnauthorizedProblem) | ({
    code: "FORBIDDEN";
} & ForbiddenProblem) | ({
    code: "NOT_FOUND";
} & NotFoundProblem) | ({
    code: "METHOD_NOT_ALLOWED";
} & MethodNotAllowedProblem) | ({
    code: "NOT_ACCEPTABLE";
} & NotAcceptableProblem) | ({
    code: "REQUEST_TIMEOUT";
} & RequestTimeoutProblem) | ({
    code: "CONFLICT";
} & ConflictProblem) | ({
    code: "EXPIRED";
} & ExpiredProblem) | ({
    code: "PAYLOAD_TOO_LARGE";
} & PayloadTooLargeProblem) | ({
    code: "URI_TOO_LONG";
} & UriTooLongProblem) | ({
    code: "UNSUPPORTED_MEDIA_TYPE";
} & UnsupportedMediaTypeProblem) | ({
    code: "EXPECTATION_FAILED";
} & ExpectationFailedProblem) | ({
    code: "MISDIRECTED_REQUEST";
} & MisdirectedRequestProblem) | ({
    code: "RATE_LIMITED";
} & RateLimitedProblem) | ({
    code: "HEADERS_TOO_LARGE";
} & HeadersTooLargeProblem) | ({
    code: "INTERNAL_ERROR";
} & InternalErrorProblem) | ({
    code: "NOT_CONFIGURED";
} & NotConfiguredProblem) | ({
    code: "UNAVAILABLE";
} & UnavailableProblem);
export type ReplicaSetChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ReplicaSetSummary;
};
export type ReplicaSetChangeEvent = {
    event: "replicaset";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: ReplicaSetChange;
};
export type ResourceQuotaChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ResourceQuotaSummary;
};
export type ResourceQuotaChangeEvent = {
    event: "resourcequota";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: ResourceQuotaChange;
};
export type SecretChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": SecretSummary;
};
export type SecretChangeEvent = {
    event: "secret";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: SecretChange;
};
export type ServiceAccountChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ServiceAccountSummary;
};
export type ServiceAccountChangeEvent = {
    event: "serviceaccount";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: ServiceAccountChange;
};
export type ServiceChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": ServiceSummary;
};
export type ServiceChangeEvent = {
    event: "service";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: ServiceChange;
};
export type StatefulSetChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": StatefulSetSummary;
};
export type StatefulSetChangeEvent = {
    event: "statefulset";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: StatefulSetChange;
};
export type StorageClassChange = {
    "type": "ADDED" | "MODIFIED" | "DELETED";
    "object": StorageClassSummary;
};
export type StorageClassChangeEvent = {
    event: "storageclass";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: StorageClassChange;
};
export type StreamBye = {
    reason: string;
};
export type StreamByeEvent = {
    event: "bye";
    data: StreamBye;
};
export type StreamConnected = {
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
    context: string;
    "namespace"?: string;
    kinds: string[];
};
export type StreamConnectedEvent = {
    event: "connected";
    data: StreamConnected;
};
export type StreamSynced = {
    kinds: string[];
};
export type StreamSyncedEvent = {
    event: "synced";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: StreamSynced;
};
export type StreamHeartbeat = {
    /** ISO 8601 UTC, whole seconds */
    timestamp: string;
};
export type StreamHeartbeatEvent = {
    event: "heartbeat";
    /** Position, for `Last-Event-ID` */
    id: string;
    data: StreamHeartbeat;
};
export type StreamForbidden = {
    kind: string;
    /** The API server's own words */
    error: string;
    code: "FORBIDDEN";
    statusCode: 403;
};
export type StreamForbiddenEvent = {
    event: "forbidden";
    data: StreamForbidden;
};
export type StreamResync = {
    kinds: string[];
    reason: string;
};
export type StreamResyncEvent = {
    event: "resync";
    data: StreamResync;
};
export type StreamEvent = ({
    event: "connected";
} & StreamConnectedEvent) | ({
    event: "deployment";
} & DeploymentChangeEvent) | ({
    event: "pod";
} & PodChangeEvent) | ({
    event: "node";
} & NodeChangeEvent) | ({
    event: "replicaset";
} & ReplicaSetChangeEvent) | ({
    event: "event";
} & EventChangeEvent) | ({
    event: "serviceaccount";
} & ServiceAccountChangeEvent) | ({
    event: "storageclass";
} & StorageClassChangeEvent) | ({
    event: "persistentvolume";
} & PersistentVolumeChangeEvent) | ({
    event: "persistentvolumeclaim";
} & PersistentVolumeClaimChangeEvent) | ({
    event: "resourcequota";
} & ResourceQuotaChangeEvent) | ({
    event: "limitrange";
} & LimitRangeChangeEvent) | ({
    event: "networkpolicy";
} & NetworkPolicyChangeEvent) | ({
    event: "poddisruptionbudget";
} & PodDisruptionBudgetChangeEvent) | ({
    event: "configmap";
} & ConfigMapChangeEvent) | ({
    event: "secret";
} & SecretChangeEvent) | ({
    event: "service";
} & ServiceChangeEvent) | ({
    event: "ingress";
} & IngressChangeEvent) | ({
    event: "namespace";
} & NamespaceChangeEvent) | ({
    event: "horizontalpodautoscaler";
} & HorizontalPodAutoscalerChangeEvent) | ({
    event: "statefulset";
} & StatefulSetChangeEvent) | ({
    event: "daemonset";
} & DaemonSetChangeEvent) | ({
    event: "job";
} & JobChangeEvent) | ({
    event: "cronjob";
} & CronJobChangeEvent) | ({
    event: "synced";
} & StreamSyncedEvent) | ({
    event: "heartbeat";
} & StreamHeartbeatEvent) | ({
    event: "forbidden";
} & StreamForbiddenEvent) | ({
    event: "resync";
} & StreamResyncEvent) | ({
    event: "bye";
} & StreamByeEvent);
export type TroubleshootDone = {
    /** One or two sentences */
    summary: string;
    /** `unknown`: nothing was found, but not everything could be read */
    status: "healthy" | "warning" | "critical" | "unknown";
    related: RelatedObject[];
    /** Kinds that could not be read; absent if there are none */
    unavailable?: UnavailableSection[];
    /** Name of the model; null: none is configured, and the rules alone answer */
    model: string | null;
    modelError?: ModelFailure;
    /** `cut`: the narrative reached its limit; `failed`: see `modelError` */
    finish: "complete" | "cut" | "failed";
    budget: TokenBudget;
};
/**
 * List Deployments
 */
export function listDeployments($namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeploymentList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/deployments${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Deployment
 */
export function getDeployment(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeploymentDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/deployments/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Restart a Deployment by a rolling update
 */
export function restartDeployment(name: string, restartRequest: RestartRequest, { context }: {
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeploymentRestart;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/deployments/${encodeURIComponent(name)}/restart${QS.query(QS.explode({
        context
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: restartRequest
    }));
}
/**
 * List the Pods of a Deployment, by ownership
 */
export function listDeploymentPods(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OwnedPodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/deployments/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Deployment
 */
export function listDeploymentEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/deployments/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Pods
 */
export function listPods({ $namespace, status, phase, node, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    status?: string;
    phase?: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
    node?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pods${QS.query(QS.explode({
        "namespace": $namespace,
        status,
        phase,
        node,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Pod
 */
export function getPod(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pods/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Restart a Pod by deleting it
 */
export function restartPod(name: string, podRestartRequest: PodRestartRequest, { context }: {
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodRestart;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pods/${encodeURIComponent(name)}/restart${QS.query(QS.explode({
        context
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: podRestartRequest
    }));
}
/**
 * Stream a container's log as plain text
 */
export function streamPodLog(name: string, $namespace: string, { container, follow, tail, since, previous, timestamps, context }: {
    container?: string;
    follow?: boolean;
    tail?: number;
    since?: string;
    previous?: boolean;
    timestamps?: boolean;
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pods/${encodeURIComponent(name)}/logs${QS.query(QS.explode({
        "namespace": $namespace,
        container,
        follow,
        tail,
        since,
        previous,
        timestamps,
        context
    }))}`, {
        ...opts
    });
}
/**
 * List the events of a Pod
 */
export function listPodEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pods/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Nodes
 */
export function listNodes({ labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NodeList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/nodes${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Node, with the requests and limits of its Pods
 */
export function getNode(name: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NodeDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/nodes/${encodeURIComponent(name)}${QS.query(QS.form({
        include
    }), QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the Pods bound to a Node
 */
export function listNodePods(name: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/nodes/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Node
 */
export function listNodeEvents(name: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/nodes/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List ReplicaSets
 */
export function listReplicaSets({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReplicaSetList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/replicasets${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a ReplicaSet
 */
export function getReplicaSet(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReplicaSetDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/replicasets/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the Pods of a ReplicaSet, by ownership
 */
export function listReplicaSetPods(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OwnedPodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/replicasets/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a ReplicaSet
 */
export function listReplicaSetEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/replicasets/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Events
 */
export function listEvents({ $namespace, $type, kind, name, reason, since, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    $type?: "Normal" | "Warning";
    kind?: string;
    name?: string;
    reason?: string;
    since?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/events${QS.query(QS.explode({
        "namespace": $namespace,
        "type": $type,
        kind,
        name,
        reason,
        since,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List ServiceAccounts
 */
export function listServiceAccounts({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ServiceAccountList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/serviceaccounts${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a ServiceAccount
 */
export function getServiceAccount(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ServiceAccountDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/serviceaccounts/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a ServiceAccount
 */
export function listServiceAccountEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/serviceaccounts/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List StorageClasses
 */
export function listStorageClasses({ labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StorageClassList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/storageclasses${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a StorageClass
 */
export function getStorageClass(name: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StorageClassDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/storageclasses/${encodeURIComponent(name)}${QS.query(QS.form({
        include
    }), QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a StorageClass
 */
export function listStorageClassEvents(name: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/storageclasses/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List PersistentVolumes
 */
export function listPersistentVolumes({ labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PersistentVolumeList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvs${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a PersistentVolume
 */
export function getPersistentVolume(name: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PersistentVolumeDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvs/${encodeURIComponent(name)}${QS.query(QS.form({
        include
    }), QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a PersistentVolume
 */
export function listPersistentVolumeEvents(name: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvs/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List PersistentVolumeClaims
 */
export function listPersistentVolumeClaims({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PersistentVolumeClaimList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvcs${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a PersistentVolumeClaim
 */
export function getPersistentVolumeClaim(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PersistentVolumeClaimDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvcs/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a PersistentVolumeClaim
 */
export function listPersistentVolumeClaimEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/pvcs/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List ResourceQuotas
 */
export function listResourceQuotas({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ResourceQuotaList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/resourcequotas${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a ResourceQuota
 */
export function getResourceQuota(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ResourceQuotaDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/resourcequotas/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a ResourceQuota
 */
export function listResourceQuotaEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/resourcequotas/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List LimitRanges
 */
export function listLimitRanges({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: LimitRangeList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/limitranges${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a LimitRange
 */
export function getLimitRange(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: LimitRangeDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/limitranges/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a LimitRange
 */
export function listLimitRangeEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/limitranges/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List NetworkPolicies
 */
export function listNetworkPolicies({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NetworkPolicyList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/networkpolicies${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a NetworkPolicy
 */
export function getNetworkPolicy(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NetworkPolicyDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/networkpolicies/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a NetworkPolicy
 */
export function listNetworkPolicyEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/networkpolicies/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List PodDisruptionBudgets
 */
export function listPodDisruptionBudgets({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodDisruptionBudgetList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/poddisruptionbudgets${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a PodDisruptionBudget
 */
export function getPodDisruptionBudget(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodDisruptionBudgetDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/poddisruptionbudgets/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a PodDisruptionBudget
 */
export function listPodDisruptionBudgetEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/poddisruptionbudgets/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List ConfigMaps
 */
export function listConfigMaps({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ConfigMapList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/configmaps${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a ConfigMap
 */
export function getConfigMap(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ConfigMapDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/configmaps/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a ConfigMap
 */
export function listConfigMapEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/configmaps/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Secrets
 */
export function listSecrets({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SecretList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/secrets${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Secret
 */
export function getSecret(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SecretDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/secrets/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Secret
 */
export function listSecretEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/secrets/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Services
 */
export function listServices({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ServiceList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/services${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Service, with the addresses of its endpoints
 */
export function getService(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ServiceDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/services/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Service
 */
export function listServiceEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/services/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Ingresses
 */
export function listIngresses({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: IngressList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/ingress${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get an Ingress
 */
export function getIngress(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: IngressDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/ingress/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of an Ingress
 */
export function listIngressEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/ingress/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Namespaces
 */
export function listNamespaces({ labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NamespaceList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/namespaces${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Namespace
 */
export function getNamespace(name: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NamespaceDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/namespaces/${encodeURIComponent(name)}${QS.query(QS.form({
        include
    }), QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Namespace
 */
export function listNamespaceEvents(name: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/namespaces/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List HorizontalPodAutoscalers
 */
export function listHorizontalPodAutoscalers({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: HorizontalPodAutoscalerList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/hpa${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a HorizontalPodAutoscaler
 */
export function getHorizontalPodAutoscaler(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: HorizontalPodAutoscalerDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/hpa/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a HorizontalPodAutoscaler
 */
export function listHorizontalPodAutoscalerEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/hpa/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List StatefulSets
 */
export function listStatefulSets({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StatefulSetList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/statefulsets${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a StatefulSet
 */
export function getStatefulSet(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StatefulSetDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/statefulsets/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Restart a StatefulSet by a rolling update
 */
export function restartStatefulSet(name: string, restartRequest: RestartRequest, { context }: {
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StatefulSetRestart;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/statefulsets/${encodeURIComponent(name)}/restart${QS.query(QS.explode({
        context
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: restartRequest
    }));
}
/**
 * List the Pods of a StatefulSet, by ownership
 */
export function listStatefulSetPods(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OwnedPodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/statefulsets/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a StatefulSet
 */
export function listStatefulSetEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/statefulsets/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List DaemonSets
 */
export function listDaemonSets({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DaemonSetList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/daemonsets${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a DaemonSet
 */
export function getDaemonSet(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DaemonSetDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/daemonsets/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Restart a DaemonSet by a rolling update
 */
export function restartDaemonSet(name: string, restartRequest: RestartRequest, { context }: {
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DaemonSetRestart;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/daemonsets/${encodeURIComponent(name)}/restart${QS.query(QS.explode({
        context
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: restartRequest
    }));
}
/**
 * List the Pods of a DaemonSet, by ownership
 */
export function listDaemonSetPods(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OwnedPodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/daemonsets/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a DaemonSet
 */
export function listDaemonSetEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/daemonsets/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List Jobs
 */
export function listJobs({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: JobList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/jobs${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a Job
 */
export function getJob(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: JobDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/jobs/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the Pods of a Job, by ownership
 */
export function listJobPods(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OwnedPodList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/jobs/${encodeURIComponent(name)}/pods${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a Job
 */
export function listJobEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/jobs/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List CronJobs
 */
export function listCronJobs({ $namespace, labelSelector, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CronJobList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/cronjobs${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a CronJob
 */
export function getCronJob(name: string, $namespace: string, { include, context, xResourceVersion }: {
    include?: ("related" | "diagnosis")[];
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CronJobDetail;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/cronjobs/${encodeURIComponent(name)}${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }), QS.form({
        include
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the Jobs of a CronJob, by ownership
 */
export function listCronJobJobs(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: JobList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/cronjobs/${encodeURIComponent(name)}/jobs${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the events of a CronJob
 */
export function listCronJobEvents(name: string, $namespace: string, { labelSelector, limit, $continue, context, xResourceVersion }: {
    labelSelector?: string;
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/cronjobs/${encodeURIComponent(name)}/events${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Stream changes in the cluster
 */
export function streamChanges({ $namespace, kinds, labelSelector, snapshot, context, lastEventId }: {
    $namespace?: string;
    kinds?: ("deployments" | "pods" | "nodes" | "replicasets" | "events" | "serviceaccounts" | "storageclasses" | "pvs" | "pvcs" | "resourcequotas" | "limitranges" | "networkpolicies" | "poddisruptionbudgets" | "configmaps" | "secrets" | "services" | "ingress" | "namespaces" | "hpa" | "statefulsets" | "daemonsets" | "jobs" | "cronjobs")[];
    labelSelector?: string;
    snapshot?: boolean;
    context?: string;
    lastEventId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/stream${QS.query(QS.explode({
        "namespace": $namespace,
        labelSelector,
        snapshot,
        context
    }), QS.form({
        kinds
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Last-Event-ID": lastEventId
        })
    });
}
/**
 * List contexts with cluster health
 */
export function listContexts({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ContextList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/contexts${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Test the connection to a cluster
 */
export function testConnection({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ConnectionTest;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/test-connection${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List permissions by route
 */
export function listPermissions({ $namespace, context, xResourceVersion }: {
    $namespace?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PermissionList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/permissions${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List audit entries of this replica
 */
export function listAuditEntries({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AuditList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/audit${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the values of a Secret
 */
export function getSecretValues(name: string, $namespace: string, { context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SecretValues;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/secrets/${encodeURIComponent(name)}/values${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get any object as YAML
 */
export function getResourceYaml($type: string, name: string, { $namespace, managedFields, context }: {
    $namespace?: string;
    managedFields?: boolean;
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ResourceYaml;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 406;
        data: NotAcceptableProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/resources/${encodeURIComponent($type)}/${encodeURIComponent(name)}/yaml${QS.query(QS.explode({
        "namespace": $namespace,
        managedFields,
        context
    }))}`, {
        ...opts
    });
}
/**
 * List the usage of CPU and memory by container
 */
export function listPodMetrics({ $namespace, deployment, context, xResourceVersion }: {
    $namespace?: string;
    deployment?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PodMetricsList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/metrics/pods${QS.query(QS.explode({
        "namespace": $namespace,
        deployment,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the usage of CPU and memory by node
 */
export function listNodeMetrics({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NodeMetricsList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/metrics/nodes${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the health of a cluster and its components
 */
export function getClusterHealth({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ClusterHealth;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/cluster-health${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List what is wrong in a cluster, and why
 */
export function getDiagnosis({ $namespace, severity, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    severity?: "critical" | "warning" | "info";
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DiagnosisReport;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/diagnosis${QS.query(QS.explode({
        "namespace": $namespace,
        severity,
        limit,
        "continue": $continue,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the labels of workloads and Pods
 */
export function listLabels({ $namespace, selector, context, xResourceVersion }: {
    $namespace?: string;
    selector?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: LabelList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/labels${QS.query(QS.explode({
        "namespace": $namespace,
        selector,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the numbers of objects and the health
 */
export function getDashboardSummary({ $namespace, context, xResourceVersion }: {
    $namespace?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DashboardSummary;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/dashboard/summary${QS.query(QS.explode({
        "namespace": $namespace,
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Find objects by name, label, image, address, node or annotation
 */
export function searchObjects(q: string, { $namespace, kinds, limit, $continue, context, xResourceVersion }: {
    $namespace?: string;
    kinds?: ("deployments" | "pods" | "nodes" | "replicasets" | "serviceaccounts" | "storageclasses" | "pvs" | "pvcs" | "resourcequotas" | "limitranges" | "networkpolicies" | "poddisruptionbudgets" | "configmaps" | "secrets" | "services" | "ingress" | "namespaces" | "hpa" | "statefulsets" | "daemonsets" | "jobs" | "cronjobs")[];
    limit?: number;
    $continue?: string;
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SearchResults;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/search${QS.query(QS.explode({
        q,
        "namespace": $namespace,
        limit,
        "continue": $continue,
        context
    }), QS.form({
        kinds
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the settings of the caller
 */
export function getSettings({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Settings;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Change some settings of the caller
 */
export function updateSettings(settingsPatch?: SettingsPatch, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Settings;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings", oazapfts.json({
        ...opts,
        method: "POST",
        body: settingsPatch
    }));
}
/**
 * Reset the settings of the caller to the defaults of the installation
 */
export function resetSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Settings;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the aliases of contexts
 */
export function listAliases({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Aliases;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/aliases", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Set the alias of a context
 */
export function setAlias(aliasRequest: AliasRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Aliases;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/aliases", oazapfts.json({
        ...opts,
        method: "POST",
        body: aliasRequest
    }));
}
/**
 * Delete the alias of a context
 */
export function deleteAlias(context: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Aliases;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/settings/aliases${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the kinds whose faults the caller wants as critical issues
 */
export function listCriticalIssueTypes({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CriticalIssueTypes;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/critical-issues", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Enable or disable critical issues of a kind
 */
export function setCriticalIssueType(criticalIssueTypeRequest: CriticalIssueTypeRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CriticalIssueTypes;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/critical-issues", oazapfts.json({
        ...opts,
        method: "POST",
        body: criticalIssueTypeRequest
    }));
}
/**
 * List the pinned pages
 */
export function listSidebarPins({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SidebarPins;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/sidebar-pins", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Pin or unpin a page
 */
export function setSidebarPin(sidebarPinRequest: SidebarPinRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SidebarPins;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/sidebar-pins", oazapfts.json({
        ...opts,
        method: "POST",
        body: sidebarPinRequest
    }));
}
/**
 * Get the selected repository with its pull requests and edited files
 */
export function getRepositorySettings({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositorySettings;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Select a repository, or none
 */
export function setRepository(selectedRepositoryRequest: SelectedRepositoryRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositorySettings;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost", oazapfts.json({
        ...opts,
        method: "POST",
        body: selectedRepositoryRequest
    }));
}
/**
 * List the edited files
 */
export function listBasket({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Basket;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost/basket", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Add or replace an edited file
 */
export function putBasketFile(basketFile: BasketFile, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Basket;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost/basket", oazapfts.json({
        ...opts,
        method: "POST",
        body: basketFile
    }));
}
/**
 * Delete edited files
 */
export function deleteBasketFiles({ filePath, owner, repo, branch, context }: {
    filePath?: string;
    owner?: string;
    repo?: string;
    branch?: string;
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Basket;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/settings/repohost/basket${QS.query(QS.explode({
        filePath,
        owner,
        repo,
        branch,
        context
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the pull requests of the caller by Deployment
 */
export function listPendingPullRequests({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PendingPullRequestsWithStates;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost/prs", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Add or replace the pull request of a Deployment
 */
export function putPendingPullRequest(pendingPullRequest: PendingPullRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PendingPullRequests;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/repohost/prs", oazapfts.json({
        ...opts,
        method: "POST",
        body: pendingPullRequest
    }));
}
/**
 * Delete the pull request of a Deployment
 */
export function deletePendingPullRequest(deploymentName: string, $namespace: string, { context }: {
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PendingPullRequests;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/settings/repohost/prs${QS.query(QS.explode({
        deploymentName,
        "namespace": $namespace,
        context
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Import settings from the storage of a browser
 */
export function importSettings(migrateRequest: MigrateRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Migration;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/settings/migrate", oazapfts.json({
        ...opts,
        method: "POST",
        body: migrateRequest
    }));
}
/**
 * Get the notifications of the installation
 */
export function getNotifications({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Notifications;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/notifications", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Change the notifications, test their channels, or send a message
 */
export function updateNotifications(notificationChange?: NotificationChange, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedNotifications;
    } | {
        status: 202;
        data: ChangedNotifications;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/notifications", oazapfts.json({
        ...opts,
        method: "POST",
        body: notificationChange
    }));
}
/**
 * List repositories of the repository host
 */
export function listRepositories({ q, limit, $continue, xResourceVersion }: {
    q?: string;
    limit?: number;
    $continue?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/repos${QS.query(QS.explode({
        q,
        limit,
        "continue": $continue
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List branches of a repository
 */
export function listRepositoryBranches(owner: string, repo: string, { limit, $continue, xResourceVersion }: {
    limit?: number;
    $continue?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryBranches;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/branches${QS.query(QS.explode({
        owner,
        repo,
        limit,
        "continue": $continue
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List a folder of a repository
 */
export function getRepositoryTree(owner: string, repo: string, { ref, path, recursive, xResourceVersion }: {
    ref?: string;
    path?: string;
    recursive?: boolean;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryTree;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/tree${QS.query(QS.explode({
        owner,
        repo,
        ref,
        path,
        recursive
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get a file of a repository
 */
export function getRepositoryFile(owner: string, repo: string, path: string, { ref, xResourceVersion }: {
    ref?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryFile;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/file${QS.query(QS.explode({
        owner,
        repo,
        ref,
        path
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Find files of a repository by a glob
 */
export function searchRepositoryFiles(owner: string, repo: string, { ref, pattern, xResourceVersion }: {
    ref?: string;
    pattern?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryFiles;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/files${QS.query(QS.explode({
        owner,
        repo,
        ref,
        pattern
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the state of the credential for the repository host
 */
export function getRepositoryHostStatus({ xResourceVersion }: {
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryHostStatus;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/auth-status", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the base and the overlays around a path
 */
export function getKustomizeLayout(owner: string, repo: string, { ref, path, filePath, xResourceVersion }: {
    ref?: string;
    path?: string;
    filePath?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: KustomizeLayout;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost/kustomize${QS.query(QS.explode({
        owner,
        repo,
        ref,
        path,
        filePath
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Analyze the structure of a repository
 */
export function analyzeRepositoryStructure(analyzeStructure: AnalyzeStructure, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RepositoryStructure;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/analyze-structure", oazapfts.json({
        ...opts,
        method: "POST",
        body: analyzeStructure
    }));
}
/**
 * Find the file that an object of the cluster comes from
 */
export function matchRepositoryFile(matchFile: MatchFile, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FileMatches;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/match-file", oazapfts.json({
        ...opts,
        method: "POST",
        body: matchFile
    }));
}
/**
 * Propose a change of one file by a pull request
 */
export function createPullRequest(createPullRequest: CreatePullRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProposedChange;
    } | {
        status: 201;
        data: ProposedChange;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/create-pr", oazapfts.json({
        ...opts,
        method: "POST",
        body: createPullRequest
    }));
}
/**
 * Propose a change of several files by a pull request
 */
export function createMultiFilePullRequest(createMultiFilePullRequest: CreateMultiFilePullRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProposedChange;
    } | {
        status: 201;
        data: ProposedChange;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/create-multi-file-pr", oazapfts.json({
        ...opts,
        method: "POST",
        body: createMultiFilePullRequest
    }));
}
/**
 * Merge a pull request
 */
export function mergePullRequest(mergePullRequest: MergePullRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MergedPullRequest;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost/merge-pr", oazapfts.json({
        ...opts,
        method: "POST",
        body: mergePullRequest
    }));
}
/**
 * Connect the account of the caller at the repository host
 */
export function connectHostAccount({ $return, install }: {
    $return?: string;
    install?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 303;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost-app/connect${QS.query(QS.explode({
        "return": $return,
        install
    }))}`, {
        ...opts
    });
}
/**
 * Complete the connection of an account (OAuth callback)
 */
export function completeHostAccount({ code, state, error, errorDescription, errorUri, installationId, setupAction }: {
    code?: string;
    state?: string;
    error?: string;
    errorDescription?: string;
    errorUri?: string;
    installationId?: string;
    setupAction?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 303;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost-app/callback${QS.query(QS.explode({
        code,
        state,
        error,
        error_description: errorDescription,
        error_uri: errorUri,
        installation_id: installationId,
        setup_action: setupAction
    }))}`, {
        ...opts
    });
}
/**
 * List the installations of the GitHub App
 */
export function listInstallations({ limit, $continue, xResourceVersion }: {
    limit?: number;
    $continue?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: InstallationList;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost-app/installations${QS.query(QS.explode({
        limit,
        "continue": $continue
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * List the repositories of the installations
 */
export function listInstalledRepositories({ installation, limit, $continue, xResourceVersion }: {
    installation?: number;
    limit?: number;
    $continue?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: InstalledRepositories;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 410;
        data: ExpiredProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/repohost-app/repositories${QS.query(QS.explode({
        installation,
        limit,
        "continue": $continue
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Disconnect the account of the caller
 */
export function disconnectHostAccount(disconnectHostAccount?: DisconnectHostAccount, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DisconnectedAccount;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/repohost-app/logout", oazapfts.json({
        ...opts,
        method: "POST",
        body: disconnectHostAccount
    }));
}
/**
 * Explain what is wrong with an object
 */
export function troubleshoot(troubleshootRequest: TroubleshootRequest, { dryRun, context }: {
    dryRun?: boolean;
    context?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Troubleshooting | ModelPrompt;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 406;
        data: NotAcceptableProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/ai/troubleshoot${QS.query(QS.explode({
        dryRun,
        context
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: troubleshootRequest
    }));
}
/**
 * Find the file that an object comes from, with the reasons
 */
export function matchFileWithReasons(aiMatchFile: AiMatchFile, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MatchedFiles;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 409;
        data: ConflictProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>("/api/ai/match-file", oazapfts.json({
        ...opts,
        method: "POST",
        body: aiMatchFile
    }));
}
/**
 * Get the version, the caller and the configured features
 */
export function getAbout({ context, xResourceVersion }: {
    context?: string;
    xResourceVersion?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: About;
    } | {
        status: 304;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 401;
        data: UnauthorizedProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/about${QS.query(QS.explode({
        context
    }))}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "X-Resource-Version": xResourceVersion
        })
    });
}
/**
 * Get the session, a CSRF token or the sign-in methods
 */
export function getSignInState(action: "csrf" | "providers" | "session" | "signin" | "signout" | "error", opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: unknown;
    } | {
        status: 302;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/auth/${encodeURIComponent(action)}`, {
        ...opts
    });
}
/**
 * Sign out
 */
export function signOut(action: "signout", signInForm: SignInForm, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: unknown;
    } | {
        status: 302;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/auth/${encodeURIComponent(action)}`, oazapfts.form({
        ...opts,
        method: "POST",
        body: signInForm
    }));
}
/**
 * Complete a sign-in (OAuth callback)
 */
export function completeSignIn(provider: "oidc" | "github", opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: unknown;
    } | {
        status: 302;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/auth/callback/${encodeURIComponent(provider)}`, {
        ...opts
    });
}
/**
 * Sign in
 */
export function signIn(provider: "oidc" | "github", signInForm: SignInForm, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: unknown;
    } | {
        status: 302;
    } | {
        status: 400;
        data: BadRequestProblem;
    } | {
        status: 403;
        data: ForbiddenProblem;
    } | {
        status: 404;
        data: NotFoundProblem;
    } | {
        status: 408;
        data: RequestTimeoutProblem;
    } | {
        status: 413;
        data: PayloadTooLargeProblem;
    } | {
        status: 414;
        data: UriTooLongProblem;
    } | {
        status: 415;
        data: UnsupportedMediaTypeProblem;
    } | {
        status: 417;
        data: ExpectationFailedProblem;
    } | {
        status: 421;
        data: MisdirectedRequestProblem;
    } | {
        status: 429;
        data: RateLimitedProblem;
    } | {
        status: 431;
        data: HeadersTooLargeProblem;
    } | {
        status: 500;
        data: InternalErrorProblem;
    } | {
        status: 501;
        data: NotConfiguredProblem;
    } | {
        status: 503;
        data: UnavailableProblem;
    }>(`/api/auth/signin/${encodeURIComponent(provider)}`, oazapfts.form({
        ...opts,
        method: "POST",
        body: signInForm
    }));
}
