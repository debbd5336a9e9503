import type { PodSpec, PodTemplate } from '../pods/model.ts'
import { unreadOfContainers } from './drop.ts'

/** Schema of the images of a template's containers. */
export const imagesSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Images of the containers of its Pod template',
} as const

/** Returns the images of a template's containers, without those of init containers. */
export function templateImages(template: PodTemplate | null | undefined): string[] {
  return (template?.spec?.containers ?? []).flatMap(({ image }) => image ?? [])
}

/** Returns the images of all containers of a Pod spec, as a search finds its object by. */
export function imagesOf(spec: PodSpec | null | undefined): string[] {
  return [spec?.containers, spec?.initContainers, spec?.ephemeralContainers].flatMap((containers) =>
    (containers ?? []).flatMap(({ image }) => image ?? []),
  )
}

/** Returns the fields of a Pod template that are not stored, as paths. */
export function unreadOfTemplate(template: string): string[] {
  return [
    `${template}.spec.affinity`,
    `${template}.spec.securityContext`,
    `${template}.spec.topologySpreadConstraints`,
    ...unreadOfContainers(`${template}.spec`),
  ]
}
