/** Whether a statement depends on a search for replacements. */
import type { Statement } from '@kept/domain/statement.ts'
import { removesCapacity } from '@kept/engine/savings/substitution/removed-capacity.ts'

export function hasSearch({ actions, substitution }: Pick<Statement, 'actions' | 'substitution'>): boolean {
  return (
    actions.some((action) => action.kind !== 'commitment' && removesCapacity(action)) ||
    (substitution?.matches.length ?? 0) + (substitution?.shapes.length ?? 0) > 0
  )
}
