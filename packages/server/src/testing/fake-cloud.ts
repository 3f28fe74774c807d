/** For tests: a cloud whose resources are a map of running copies, and which can be made to fail. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPort, RemediationRegistry, RemediationTarget } from '@kept/domain/remediation.ts'

export interface FakeCloud extends RemediationRegistry {
  /** Running copies, by resource id. */
  running: Map<string, number>
  /** Requests in order: "stop i-1". */
  requests: string[]
  /** Every request fails with this message until it is "". */
  refusal: string
  /** Resources that are changed without an answer that says so. */
  silent: Set<string>
  /** "" when Kept may act. */
  skipReasons: string
}

export function fakeCloud(ids: readonly string[], copies = 2): FakeCloud {
  const cloud: FakeCloud = {
    running: new Map(ids.map((id) => [id, copies])),
    requests: [],
    refusal: '',
    silent: new Set(),
    skipReasons: '',
    accessTo: async () =>
      cloud.skipReasons === '' ? { port, account: 'a' } : { port: null, skip_reasons: cloud.skipReasons },
    targetOf: ({ id, name, region = '', tags = {} }) =>
      cloud.running.has(id)
        ? { provider: 'kubernetes', kind: 'deployment', id, name, region, account: '', tags }
        : null,
    scriptFor: ({ target: { id }, step }) => ({
      tool: 'kubectl',
      run: `${step} ${id}`,
      undo: `undo ${step} ${id}`,
      description: '',
      permissions: [],
    }),
  }
  const set = ({ id }: RemediationTarget, verb: string, copies: number) => {
    if (cloud.refusal !== '') throw new KeptError('unavailable', cloud.refusal)
    cloud.requests.push(`${verb} ${id}`)
    cloud.running.set(id, copies)
  }
  const port: RemediationPort = {
    provider: 'kubernetes',
    plan: async (order) => {
      const { target, step } = order
      const before = cloud.running.get(target.id) ?? 0
      const after = step === 'stop' ? 0 : before === 0 ? 1 : before
      const url = `https://cluster.example.com/${target.id}`
      return {
        order,
        description: `${step} ${target.id}`,
        undo_description: `undo ${step} ${target.id}`,
        before: { copies: before },
        after: { copies: after },
        requests: before === after ? [] : [{ method: 'PATCH', url, body: '', headers: {} }],
        permissions: ['deployments/scale'],
      }
    },
    apply: async ({ order, before, after }, applied_at) => {
      set(order.target, order.step, Number(after.copies))
      if (cloud.silent.has(order.target.id)) throw new KeptError('unavailable', 'The cluster does not answer.')
      return { order, before, after, applied_at }
    },
    verify: async ({ order: { target }, after }) => ({
      verified: cloud.running.get(target.id) === after.copies,
      message: `${target.id} has ${cloud.running.get(target.id)} copies.`,
    }),
    revert: async ({ order: { target }, before, after }) => {
      if (cloud.running.get(target.id) !== after.copies) {
        return { undone: false, message: `${target.id} was changed meanwhile.` }
      }
      set(target, 'restore', Number(before.copies))
      return { undone: true, message: `${target.id} has ${before.copies} copies again.` }
    },
    marksOf: () => null,
  }
  return cloud
}
