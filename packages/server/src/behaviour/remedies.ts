/** What Kept may do to the resources of an organisation; where nothing else was set up it may only read. */
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'

const readOnly: RemediationRegistry = {
  accessTo: async () => ({
    port: null,
    why_not: 'Kept may only read here: nobody gave it the right to start and stop.',
  }),
  scriptFor: () => null,
  targetOf: () => null,
}

export function remediesOf({ remedies }: Pick<Services, 'remedies'>, scope: Scope): RemediationRegistry {
  return remedies?.(scope) ?? readOnly
}
