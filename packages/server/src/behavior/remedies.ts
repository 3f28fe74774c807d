/** The remediation actions Kept may take for an organization. Read-only unless configured. */
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'

const readOnly: RemediationRegistry = {
  accessTo: async () => ({
    port: null,
    skip_reasons: 'Kept has read-only access. Grant it permission to start and stop resources.',
  }),
  scriptFor: () => null,
  targetOf: () => null,
}

export function remediesOf({ remedies }: Pick<Services, 'remedies'>, scope: Scope): RemediationRegistry {
  return remedies?.(scope) ?? readOnly
}
