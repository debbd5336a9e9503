import type { Body } from '../api.ts'
import { formatHeading } from '../format-value.ts'
import { ObjectLink } from './findings.tsx'

type RelatedObjects = NonNullable<Body<'getPod'>['related']>

/** Objects of a relation that are drawn; the others are counted. */
const MAX_DRAWN = 12

/** The related objects as a tree: the object, its relations, and the objects of each. */
export function Related(options: {
  readonly kind: string
  readonly name: string
  readonly related: RelatedObjects
}) {
  const relations = [...Map.groupBy(options.related, ({ relation }) => relation)]
  return (
    <section class="card" aria-label="Related objects">
      <h3>Related objects</h3>
      {relations.length === 0 && <p class="faint">No other object is known to refer to this one.</p>}
      {relations.length > 0 && (
        <div class="tree">
          <p>
            <strong>
              <bdi>
                {options.kind} {options.name}
              </bdi>
            </strong>
          </p>
          <ul>
            {relations.map(([relation, objects]) => (
              <li key={relation}>
                <span class="faint">{formatHeading(relation)}</span>
                <ul>
                  {objects.slice(0, MAX_DRAWN).map((one) => (
                    <li key={`${one.kind}/${one.namespace ?? ''}/${one.name}`}>
                      <ObjectLink {...one} />
                    </li>
                  ))}
                  {objects.length > MAX_DRAWN && (
                    <li class="faint">{`and ${objects.length - MAX_DRAWN} more`}</li>
                  )}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
