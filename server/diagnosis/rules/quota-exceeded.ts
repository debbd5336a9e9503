import { creationRules } from '../failed-creation.ts'

/** Source: k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go, checkRequest. */
const EXCEEDED = /^exceeded quota: (\S+), requested: (\S+), used: (\S+), limited: (\S+)$/
const UNSPECIFIED = /^failed quota: (\S+): must specify (.+)$/s

export const quotaExceeded = creationRules({
  id: 'quota-exceeded',
  description: 'A ResourceQuota refuses the Pods of a workload.',
  explain: (text) => {
    const [, quota, requested, used, limited] = EXCEEDED.exec(text) ?? []
    if (quota !== undefined)
      return {
        title: `quota "${quota}" is exhausted`,
        message: `The ResourceQuota "${quota}" refuses a new Pod: requested ${requested}, used ${used}, limited to ${limited}.`,
        hint: 'Lower the requests or the number of Pods in this namespace, or raise the quota.',
        group: quota,
      }
    const [, strict, missing] = UNSPECIFIED.exec(text) ?? []
    if (strict === undefined) return undefined
    return {
      title: `quota "${strict}" requires resources that are not set`,
      message: `The ResourceQuota "${strict}" refuses a new Pod, which does not set ${missing}.`,
      hint: 'Set these requests or limits in the Pod template, or add a LimitRange with defaults.',
      group: strict,
    }
  },
})
