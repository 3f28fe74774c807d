/** The minimum permissions of a cloud account, derived from the remediation actions. */
import { allRemedies, changeRemedies } from '@kept/connectors/remediation/remedies.ts'
import { type RemediationProvider, remediationProviders } from '@kept/domain/remediation-provider.ts'
import { fromKeys } from '@kept/foundation/keys.ts'

interface KindRights {
  kind: string
  steps: string[]
  permissions: string[]
}

export function rightsByProvider(): Record<RemediationProvider, KindRights[]> {
  const rightsOf = (provider: RemediationProvider) =>
    [...allRemedies, ...changeRemedies]
      .filter((remedy) => remedy.provider === provider)
      .map(({ kind, steps, permissions }) => ({ kind, steps: [...steps], permissions: [...permissions] }))
  return fromKeys(remediationProviders, rightsOf)
}
