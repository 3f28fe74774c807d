/** Cloud accounts Kept can act in, and which actions are automatic. */
import { randomUUID } from 'node:crypto'
import { addressesOf, checkCredentials } from '@kept/connectors/remediation/open-account.ts'
import { writePolicies, writePolicyOfProvider } from '@kept/connectors/remediation/permissions/write-policies.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { remediationProviders } from '@kept/domain/remediation-provider.ts'
import { addCloudAccount, listCloudAccounts, removeCloudAccount } from '@kept/store/remediation/accounts.ts'
import { readPolicy, writePolicy } from '@kept/store/remediation/policy.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { checkOutboundAddress } from '../platform/outbound.ts'
import { requireActor } from '../platform/require-actor.ts'
import { credentialsPlace } from './public/registry.ts'
import { proposePullRequest } from './pull-request/propose-pull-request.ts'
import {
  actOnRecommendation,
  deleteRecommendedNow,
  describeRemediation,
  revertRecommendation,
} from './recommended/act.ts'
import { rightsByProvider } from './rights.ts'

export const remediation = {
  permissions: routes.remediation.permissions.handler(async () => ({
    data: {
      remedies: writePolicies(),
      providers: remediationProviders.map((provider) => ({ provider, files: writePolicyOfProvider(provider) })),
    },
  })),
  ofRecommendation: routes.remediation.ofRecommendation.handler(
    async ({ context: { services, scope }, input: { id } }) => ({
      data: await describeRemediation(services, scope, id),
    }),
  ),
  actOnRecommendation: routes.remediation.actOnRecommendation.handler(async ({ context, input }) => {
    const { id, step, dry_run: dryRun, dry_run_id: dryRunId } = input
    if (!dryRun) await requireActor(context)
    const { id: userId, full_name: name } = context.me.user
    const asker = { id: userId, name }
    const request = { id, step, dryRun, dryRunId, actor: actorOf(context), asker }
    return { data: await actOnRecommendation(context.services, context.scope, request) }
  }),
  revertRecommendation: routes.remediation.revertRecommendation.handler(async ({ context, input: { id } }) => {
    await requireActor(context)
    return { data: await revertRecommendation(context.services, context.scope, id, actorOf(context)) }
  }),
  deleteNow: routes.remediation.deleteNow.handler(async ({ context, input: { id } }) => {
    await requireActor(context)
    const { id: userId, full_name: name } = context.me.user
    const people = { actor: actorOf(context), asker: { id: userId, name } }
    return { data: await deleteRecommendedNow(context.services, context.scope, id, people) }
  }),
  proposePullRequest: routes.remediation.proposePullRequest.handler(async ({ context, input }) => ({
    data: await proposePullRequest(context, input),
  })),
  policy: routes.remediation.policy.handler(async ({ context: { services, scope } }) => {
    const { policy, ...changed } = await readPolicy(services.state.database, scope)
    return { data: { ...policy, ...changed } }
  }),
  setPolicy: routes.remediation.setPolicy.handler(async ({ context, input }) => {
    await requireActor(context)
    const { services, scope } = context
    const { policy, ...changed } = await writePolicy(services.state.database, scope, input, byOf(context))
    return { data: { ...policy, ...changed } }
  }),
  accounts: routes.remediation.accounts.handler(async ({ context: { services, scope } }) => {
    const all = await listCloudAccounts(services.state.database, scope)
    return { data: all.map(({ credentials: _sealed, ...account }) => account), meta: { rights: rightsByProvider() } }
  }),
  addAccount: routes.remediation.addAccount.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { provider, name, account } = input
    const id = randomUUID()
    // Seals only the validated credentials. Extra fields are dropped.
    const checked = checkCredentials(provider, input.credentials)
    // Rejects private endpoints now, not when an action runs.
    for (const address of addressesOf(checked)) checkOutboundAddress(address, services.config.privateNetworks)
    const credentials = services.secrets.seal(credentialsPlace(scope, id), JSON.stringify(checked))
    const data = await addCloudAccount(
      services.state.database,
      scope,
      { id, provider, name, account, credentials },
      byOf(context),
    )
    return { data }
  }),
  removeAccount: routes.remediation.removeAccount.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const removed = await removeCloudAccount(services.state.database, scope, id, byOf(context))
    if (!removed) throw new KeptError('not_found', 'Account not found.')
    return { data: { removed } }
  }),
}

function actorOf(context: SignedInContext) {
  return { name: context.me.user.full_name, auditContext: actingOf(context).auditContext }
}

function byOf(context: SignedInContext) {
  return { actorName: context.me.user.full_name, auditContext: actingOf(context).auditContext }
}
