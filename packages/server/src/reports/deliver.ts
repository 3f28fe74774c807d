/** Sends a run to one recipient: an email with its files, or the main figures to a channel. */
import type { ReportDocument } from '@kept/domain/report-document.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import type { ClaimedReportDelivery } from '@kept/store/reports/due.ts'
import type { Services } from '../platform/context.ts'
import { renderReport } from './render/render-report.ts'
import { escapeHtml, periodLine, reportHtml, textOf } from './render/report-html.ts'

type Sent =
  | { outcome: 'taken'; sentence: string }
  | { outcome: 'again'; sentence: string; waitMs: number | null }
  | { outcome: 'given_up'; sentence: string }

export interface DeliverDeps extends Pick<Services, 'mail' | 'origin' | 'config' | 'log'> {
  sendToChannel(
    scope: Scope,
    channelId: string,
    message: { id: string; title: string; body: string; url: string; organization: string },
  ): Promise<Sent>
}

export async function deliver(deps: DeliverDeps, scope: Scope, delivery: ClaimedReportDelivery): Promise<Sent> {
  const { organization, mayReceive, kind, document, id, target } = delivery
  if (organization.demo) return { outcome: 'given_up', sentence: 'The demo does not send reports.' }
  if (!mayReceive) return { outcome: 'given_up', sentence: 'The recipient is no longer a member.' }
  try {
    const url = `${deps.origin()}/reports?saved=${delivery.reportId}`
    if (kind === 'email') return await sendEmail(deps, delivery, url)
    const body = [periodLine(document), ...mainFigures(document)].join('\n')
    return await deps.sendToChannel(scope, target, {
      ...{ id, title: document.title, body, url, organization: organization.name },
    })
  } catch (error) {
    deps.log.warn({ event: 'reports.delivery_failed', delivery_id: id, err: error }, 'could not send a report')
    const responseCode = fieldOf(error, 'responseCode')
    const sentence = `Kept could not send it: ${messageOf(error).split('\n')[0]}`
    // SMTP codes that start with 5 are permanent.
    if (kind === 'email' && typeof responseCode === 'number' && responseCode >= 500)
      return { outcome: 'given_up', sentence }
    return { outcome: 'again', sentence, waitMs: null }
  }
}

async function sendEmail(deps: DeliverDeps, delivery: ClaimedReportDelivery, url: string): Promise<Sent> {
  const { document, formats, target, id, organization } = delivery
  const files = await Promise.all(formats.map((format) => renderReport(document, format)))
  const figures = mainFigures(document)
  const footer = `You get this because you are a recipient of the report "${document.title}".`
  await deps.mail.send({
    to: target,
    subject: `${document.title}${figures[0] ? `: ${figures[0]}` : ''} (${organization.name})`.replaceAll(/\s+/g, ' '),
    text: [periodLine(document), ...figures, '', `Open in Kept: ${url}`, '', footer, ''].join('\n'),
    html: reportHtml(
      document,
      `<p><a href="${escapeHtml(url)}">Open in Kept</a></p><p class="soft">${escapeHtml(footer)}</p>`,
    ),
    // The same for every attempt, so that a mail server drops what a killed process had already sent.
    messageId: `<report-${id}@${new URL(deps.origin()).hostname}>`,
    attachments: files.map(({ name, content, type }) => ({ filename: name, content, contentType: type })),
  })
  const isFile = deps.config.smtpUrl === undefined
  return {
    outcome: 'taken',
    sentence: isFile
      ? 'Saved to a file in the data folder. No mail server is configured (KEPT_SMTP_URL).'
      : 'Accepted by the mail server.',
  }
}

/** The totals of the first tables: "Total spend: $4,064.48". */
function mainFigures({ blocks }: ReportDocument): string[] {
  return blocks
    .flatMap((block) => {
      if (block.kind !== 'table') return []
      const value = block.columns.find(({ kind }) => kind === 'money')
      const rows = block.totals.length > 0 ? block.totals : block.rows.length === 1 ? block.rows : []
      return value ? rows.slice(0, 2).map((row) => `${block.title}: ${textOf(value, row)}`) : []
    })
    .slice(0, 6)
}
