/** A cron job: suspended, so that no new run starts; a current run continues to its end. */
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { cluster, mergePatch, workloadOf } from './address.ts'

export const cronJob = defineRemedy({
  kind: 'cronjob',
  provider: 'kubernetes',
  steps: ['throttle', 'stop', 'start'],
  permissions: ['get cronjobs in batch', 'patch cronjobs in batch'],
  async read(sendRequest, target, signal) {
    const { spec } = await requestJson<{ spec?: { suspend?: boolean } }>(
      sendRequest,
      { method: 'GET', url: addressOf(target) },
      signal,
    )
    return { suspended: spec?.suspend === true }
  },
  stateAfter: (_before, { step }) => ({ suspended: step !== 'start' }),
  requests: (target, from, to) =>
    from.suspended === to.suspended
      ? []
      : [
          {
            method: 'PATCH',
            url: addressOf(target),
            body: JSON.stringify({ spec: { suspend: to.suspended } }),
            headers: mergePatch,
          },
        ],
  describeState: ({ suspended }) => (suspended ? 'suspended' : 'on its schedule'),
  script({ target, step }) {
    const { namespace, name } = workloadOf(target)
    const set = (suspend: boolean) =>
      `kubectl patch cronjob/${quoted(name)} --namespace ${quoted(namespace)} --patch '{"spec":{"suspend":${suspend}}}'`
    return { tool: 'kubectl', run: [set(step !== 'start')], undo: [set(step === 'start')] }
  },
})

function addressOf(target: Parameters<typeof workloadOf>[0]): string {
  const { namespace, name } = workloadOf(target)
  return `${cluster}/apis/batch/v1/namespaces/${namespace}/cronjobs/${name}`
}
