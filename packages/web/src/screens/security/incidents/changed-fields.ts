/** What a form changed since it was opened, so that it sends nothing that someone else may have changed meanwhile. */
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { keysOf } from '@kept/foundation/keys.ts'

/** The fields of `after` whose values differ. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name of keysOf(after))
    if (canonicalJson(before[name]) !== canonicalJson(after[name])) changed[name] = after[name]
  return changed
}

/**
 * What the next attempt is compared with after a refusal: what was changed, with what it is now. The rest stays as it was
 * when the form was opened: the form shows that, and does not send it.
 */
export function rebase<Base extends object>(base: Base, current: Base, changed: Partial<Base>): Base {
  const next = { ...base }
  for (const name of keysOf(changed)) next[name] = current[name]
  return next
}
