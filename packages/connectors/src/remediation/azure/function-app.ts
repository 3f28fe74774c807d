/** A function app (or a web app): stopped and started as a unit. */
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { azurePost, azureUrl } from './address.ts'

const version = '2023-12-01'

export const functionApp = defineRemedy({
  kind: 'function_app',
  provider: 'azure',
  steps: ['throttle', 'stop', 'start'],
  permissions: ['Microsoft.Web/sites/read', 'Microsoft.Web/sites/stop/action', 'Microsoft.Web/sites/start/action'],
  async read(sendRequest, target, signal) {
    const url = azureUrl(target, '', version)
    const { properties } = await requestJson<{ properties?: { state?: string } }>(
      sendRequest,
      { method: 'GET', url },
      signal,
    )
    return { running: properties?.state !== 'Stopped' }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [azurePost(target, to.running ? 'start' : 'stop', version)],
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const commandFor = (verb: string) => `az webapp ${verb} --ids ${quoted(target.id)}`
    return {
      tool: 'az',
      run: [commandFor(step === 'start' ? 'start' : 'stop')],
      undo: [commandFor(step === 'start' ? 'stop' : 'start')],
    }
  },
})
