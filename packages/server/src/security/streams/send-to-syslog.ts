/** Syslog (RFC 5424) over TLS (RFC 5425). Syslog has no acknowledgment: delivered means that the receiver has it all. */
import { syslogFrame, syslogMessage } from '@kept/engine/audit/syslog-message.ts'
import { describeUnreached } from '../../platform/outbound-post.ts'
import { sendOverTls } from '../../platform/outbound-tls.ts'
import { keptVersion } from '../../platform/version.ts'
import type { SendBatch } from './stream-batch.ts'

export const sendToSyslog: SendBatch<'syslog'> = async ({ events }, { settings }, { config, origin }) => {
  const { host, port, certificate_authority } = settings
  const sender = { host: new URL(origin()).hostname, version: keptVersion() }
  const frames = Buffer.concat(events.map((event) => syslogFrame(syslogMessage(event, sender))))
  try {
    await sendOverTls({ host, port, certificateAuthority: certificate_authority }, frames, config.privateNetworks)
    return { delivered: true }
  } catch (error) {
    const unreached = describeUnreached(error)
    return { delivered: false, reason: unreached.outcome === 'taken' ? '' : unreached.sentence, waitMs: null }
  }
}
