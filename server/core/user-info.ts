/** A user as Kubernetes describes it (`authentication.k8s.io/v1` UserInfo). */
export interface UserInfo {
  name: string
  uid: string | undefined
  groups: readonly string[]
  extra: Readonly<Record<string, readonly string[]>>
}
