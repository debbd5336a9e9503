import { age, annotations, ownerReferences, stringMap, timestamp } from '../../api/schemas/common.ts'

const text = { type: 'string' } as const

/** Fields of every list item, besides those of its kind. */
export const summaryFields = { name: text, labels: stringMap, age, createdAt: timestamp } as const
export const summaryRequired = ['name', 'labels', 'age', 'createdAt'] as const

/** Fields of every detail, besides those of its kind. */
export const detailFields = { ...summaryFields, uid: text, annotations, ownerReferences } as const
export const detailRequired = [...summaryRequired, 'uid', 'annotations', 'ownerReferences'] as const

/** Namespace of an object, for namespaced kinds. */
export const namespaceField = { namespace: text } as const
