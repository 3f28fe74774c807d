/** The mapping that passes records of a queue or stream to a function: on or off. */
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { arnOf, awsUrl, regionOf } from './address.ts'
import { isOn, type MappingAnswer, mappingPath, mappingRequests } from './mappings.ts'

export const eventSourceMapping = defineRemedy({
  kind: 'event_source_mapping',
  provider: 'aws',
  steps: ['throttle', 'stop', 'start'],
  permissions: ['lambda:GetEventSourceMapping', 'lambda:UpdateEventSourceMapping'],
  async read(sendRequest, target, signal) {
    const url = `${awsUrl('lambda', { region: regionOf(target) })}${mappingPath}/${encodeURIComponent(uuidOf(target.id))}`
    const { State } = await requestJson<MappingAnswer>(sendRequest, { method: 'GET', url }, signal)
    return { enabled: isOn(State) }
  },
  stateAfter: (_before, { step }) => ({ enabled: step === 'start' }),
  requests: (target, from, to) =>
    mappingRequests(
      target,
      { [uuidOf(target.id)]: from.enabled === true },
      { [uuidOf(target.id)]: to.enabled === true },
    ),
  describeState: ({ enabled }) => (enabled ? 'on' : 'off'),
  script({ target, step }) {
    const set = (flag: string) =>
      `aws lambda update-event-source-mapping --uuid ${quoted(uuidOf(target.id))} ${flag} --region ${quoted(regionOf(target))}`
    const [run, undo] = step === 'start' ? ['--enabled', '--no-enabled'] : ['--no-enabled', '--enabled']
    return { tool: 'aws', run: [set(run)], undo: [set(undo)] }
  },
})

function uuidOf(id: string): string {
  return arnOf(id)?.resource.split(':').at(-1) ?? id
}
