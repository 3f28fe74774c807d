/** A machine: stopped with its disks kept, started again. */
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { computeApi, partsOf, pathOf } from './address.ts'

/** Other states are stopped, or transitions to it. */
const runs = ['PROVISIONING', 'STAGING', 'RUNNING', 'REPAIRING']

export const computeInstance = defineRemedy({
  kind: 'compute_instance',
  provider: 'gcp',
  steps: ['stop', 'start'],
  permissions: ['compute.instances.get', 'compute.instances.stop', 'compute.instances.start'],
  async read(sendRequest, target, signal) {
    const url = `${computeApi}/${pathOf(target)}`
    const { status = '' } = await requestJson<{ status?: string }>(sendRequest, { method: 'GET', url }, signal)
    return { running: runs.includes(status) }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running
      ? []
      : [
          {
            method: 'POST',
            url: `${computeApi}/${pathOf(target)}/${to.running ? 'start' : 'stop'}`,
            body: '',
            headers: {},
          },
        ],
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const { instances = '', zones = '', projects = '' } = partsOf(target)
    const commandFor = (verb: string) =>
      `gcloud compute instances ${verb} ${quoted(instances)} --zone ${quoted(zones)} --project ${quoted(projects)}`
    return { tool: 'gcloud', run: [commandFor(step)], undo: [commandFor(step === 'stop' ? 'start' : 'stop')] }
  },
})
