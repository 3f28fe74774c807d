/** What an organization allows Kept to act on, and with which account: checked before anything is planned. */
import { accountNumberOf, openAccount } from '@kept/connectors/remediation/open-account.ts'
import { openPort } from '@kept/connectors/remediation/port.ts'
import { deletes } from '@kept/connectors/remediation/remedy.ts'
import { scriptFor } from '@kept/connectors/remediation/script.ts'
import { targetOf } from '@kept/connectors/remediation/target-of.ts'
import { isSimulatedKind } from '@kept/connectors/simulated/answer.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPort, RemediationRegistry, RemediationTarget } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listCloudAccounts, type SealedAccount } from '@kept/store/remediation/accounts.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import type { Services } from '../../platform/context.ts'
import { guardedFetch } from '../../platform/outbound.ts'
import type { SecretLocation, Secrets } from '../../platform/secrets.ts'
import { isSimulated } from '../../simulation/public/simulated-access.ts'
import { simulatedRequests } from '../../simulation/public/simulated-requests.ts'

export type RemediationDeps = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

interface OwnRegistry extends RemediationRegistry {
  /** `number`: that of the AWS account it has to be. */
  accessTo(
    target: RemediationTarget,
    number?: string,
  ): Promise<{ port: RemediationPort; account: string; accountId: string } | { port: null; skip_reasons: string }>
  /** The port of one account; undefined when it was removed. */
  portOf(accountId: string, number?: string): Promise<RemediationPort | undefined>
  /**
   * The port of the account that an action used. Where that was removed, such as to rotate its keys, the one that its
   * resource belongs to now; undefined where there is none. It sends nothing into another AWS account than that of a
   * deletion: see `isOtherAccount`.
   */
  portOfAction(stored: Pick<StoredAction, 'accountId' | 'plan'>): Promise<RemediationPort | undefined>
}

export function registryOf(deps: RemediationDeps, scope: Scope): OwnRegistry {
  const { state, secrets, config, now } = deps
  const accounts = () => listCloudAccounts(state.database, scope)
  const open = (account: SealedAccount, number?: string, credentials = openCredentials(secrets, scope, account)) => {
    if (isSimulated(credentials)) return openPort(account.provider, simulatedRequests(deps, scope, account.provider))
    return openAccount(account.provider, credentials, {
      fetch: (url, options) => guardedFetch(url, options, config.privateNetworks),
      nowMs: () => now().getTime(),
      account: { name: account.name, number },
    })
  }
  const registry: OwnRegistry = {
    scriptFor,
    targetOf,
    async accessTo(target, number) {
      const all = await accounts()
      const account = accountFor({ ...target, account: number ?? target.account }, all)
      if (typeof account === 'string') return { port: null, skip_reasons: account }
      const credentials = openCredentials(secrets, scope, account)
      if (isSimulated(credentials) && !isSimulatedKind(target))
        return { port: null, skip_reasons: notSimulated(target, account) }
      return { port: open(account, number, credentials), account: account.name, accountId: account.id }
    },
    async portOf(accountId, number) {
      const account = (await accounts()).find(({ id }) => id === accountId)
      return account && open(account, number)
    },
    async portOfAction({ accountId, plan }) {
      const number = deletes(plan.order.step) ? (plan.account_number ?? accountNumberOf(plan.order.target)) : undefined
      const port = accountId === null ? undefined : await registry.portOf(accountId, number)
      return port ?? (await registry.accessTo(plan.order.target, number)).port ?? undefined
    },
  }
  return registry
}

const providerLabels = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', kubernetes: 'Kubernetes' } as const

function notSimulated({ kind }: RemediationTarget, { name }: SealedAccount): string {
  return `${name} is a simulated cloud of the demo, which cannot change this kind of resource (${kind.replaceAll('_', ' ')}). In an account of yours, Kept can do it, or you run these commands.`
}

/**
 * The account of a target, or the reason why there is none. An account without a number matches any of its provider.
 */
function accountFor(
  { provider, account, name }: RemediationTarget,
  all: readonly SealedAccount[],
): SealedAccount | string {
  const providerAccounts = all.filter((sealedAccount) => sealedAccount.provider === provider)
  const providerLabel = providerLabels[provider]
  if (providerAccounts.length === 0)
    return `Kept has no permission to act in your ${providerLabel} accounts. Run these commands instead, or ask an admin to allow it under Configure.`
  const exact = providerAccounts.filter(
    (sealedAccount) => sealedAccount.account !== '' && sealedAccount.account === account,
  )
  const otherAccounts = providerAccounts.filter((sealedAccount) => sealedAccount.account === '' || account === '')
  const fitting = exact.length > 0 ? exact : otherAccounts
  const [first] = fitting
  if (!first)
    return `Kept can act in ${providerAccounts.map((sealedAccount) => sealedAccount.name).join(', ')}, but ${name} is in ${account}. Run these commands instead.`
  if (fitting.length > 1)
    return `${name} may be in ${fitting.map((sealedAccount) => sealedAccount.name).join(' or ')}. Kept cannot tell which one. Run these commands instead.`
  return first
}

export function credentialsPlace(scope: Scope, id: string): SecretLocation {
  return { organization: scope.organizationId, table: 'cloud_account', row: id, column: 'credentials' }
}

function openCredentials(secrets: Secrets, scope: Scope, { id, credentials, name }: SealedAccount): unknown {
  try {
    return JSON.parse(secrets.open(credentialsPlace(scope, id), credentials))
  } catch (cause) {
    throw new KeptError(
      'unavailable',
      `The credentials of ${name} cannot be decrypted. Remove the account and add it again.`,
      {
        cause,
      },
    )
  }
}
