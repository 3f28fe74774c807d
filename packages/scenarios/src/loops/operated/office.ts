/** What else goes on: people at work in an office suite, and the queue behind it. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { olderCall, olderRequest } from './resources.ts'

export function playOffice(writer: TelemetryWriter, minutes: number, perMinute = 4): void {
  const { rng } = writer
  for (const at of writer.starts(perMinute, 0, minutes)) {
    const trace = writer.trace()
    const path = rng.pick(['/inbox', '/people', '/reports'])
    const proxy = { service: 'edge-proxy', trace, at, ms: writer.between(30, 260) }
    const entered = writer.span({
      ...{ ...proxy, name: 'GET', kind: 'server', attributes: olderRequest('GET', path, 200) },
    })
    const passed = writer.span({
      ...{ ...proxy, name: 'GET', kind: 'client', parent: entered, at: at + 0.00002 },
      attributes: olderCall('GET', `http://workspace:8080${path}`, rng.chance(0.01) ? 502 : 200),
    })
    const base = { service: 'workspace', trace, ms: writer.between(8, 40) }
    const handler = writer.span({
      ...{ ...base, name: `GET ${path}`, kind: 'server', parent: passed, at: at + 0.00004 },
      attributes: olderRequest('GET', path, 200),
    })
    for (let query = rng.integer(1, 3); query > 0; query -= 1)
      writer.span({
        ...{ ...base, name: 'SELECT workspace.item', kind: 'client', parent: handler, at: at + 0.0001, ms: 2 },
        attributes: { 'db.system': 'postgresql', 'db.statement': 'SELECT * FROM item WHERE owner_id = ? LIMIT ?' },
      })
    if (rng.chance(0.3))
      writer.span({
        ...{ ...base, name: 'activity send', kind: 'producer', parent: handler, at: at + 0.0002, ms: 3 },
        attributes: { 'messaging.system': 'rabbitmq', 'messaging.destination': 'activity' },
      })
  }
}
