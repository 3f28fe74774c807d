/**
 * When a volume was last read or written. EC2 does not say it. CloudWatch has values of a volume only for the time in
 * which it is attached, a few minutes late: docs.aws.amazon.com/ebs/latest/userguide/using_cloudwatch_ebs.html.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, UseWindow } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestText } from '../remedy.ts'
import { queryRequest } from './address.ts'
import { allNamed, childOf, parseXml, textOf, type XmlElement } from './xml.ts'

export const metricsPermission = 'cloudwatch:GetMetricData'

const metrics = ['VolumeReadOps', 'VolumeWriteOps'] as const
const dayMs = 86_400_000
/** How long CloudWatch keeps values of this many seconds; older ones are only of hours. */
const periods = [
  { seconds: 60, keptMs: 15 * dayMs },
  { seconds: 300, keptMs: 63 * dayMs },
]

/** An instant, null where nothing used it in this time. Throws where CloudWatch does not say it for certain. */
export async function lastUseOfVolume(
  send: CloudRequest,
  target: RemediationTarget,
  { volumeId, since, until }: UseWindow & { volumeId: string },
  signal?: AbortSignal,
): Promise<string | null> {
  const [sinceMs, untilMs] = [Date.parse(since), Date.parse(until)]
  const { seconds } = periods.find(({ keptMs }) => untilMs - sinceMs < keptMs - dayMs) ?? { seconds: 3600 }
  // The first value may be of a time that began earlier.
  const startMs = Math.floor(sinceMs / 1000 / seconds) * seconds * 1000
  const request = metricRequest(target, volumeId, { seconds, startMs, untilMs })
  const results = await readResults(send, request, target, signal)
  const starts = results.flatMap((result) =>
    childOf(result, 'Timestamps')?.children.map(({ text }) => Date.parse(text)),
  )
  const times = starts.flatMap((time) => (time === undefined ? [] : [time]))
  return times.length === 0 ? null : new Date(Math.max(...times) + seconds * 1000).toISOString()
}

async function readResults(
  send: CloudRequest,
  request: PlannedRequest,
  { name }: RemediationTarget,
  signal?: AbortSignal,
): Promise<XmlElement[]> {
  const refuse = (reason: string, cause?: unknown) =>
    new KeptError(
      'unavailable',
      `Kept cannot read in CloudWatch whether ${name} was used, so it is not deleted. It needs ${metricsPermission}. ${reason}`,
      { cause },
    )
  const text = await requestText(send, request, signal).catch((error: unknown) => {
    if (signal?.aborted || !(error instanceof KeptError) || error.code === 'conflict') throw error
    throw refuse(error.message, error)
  })
  const results = allNamed(parseXml(text), 'MetricDataResults')[0]?.children ?? []
  // Partial results have the newest values first.
  const isKnown = (result: XmlElement) =>
    textOf(result, 'StatusCode') === 'Complete' || (childOf(result, 'Timestamps')?.children.length ?? 0) > 0
  if (results.length < metrics.length || !results.every(isKnown)) throw refuse('Its answer was incomplete.')
  return results
}

function metricRequest(
  target: RemediationTarget,
  volumeId: string,
  { seconds, startMs, untilMs }: { seconds: number; startMs: number; untilMs: number },
): PlannedRequest {
  const queries = metrics.map((metric, index) => {
    const own = `MetricDataQueries.member.${index + 1}`
    const stat = `${own}.MetricStat`
    return {
      [`${own}.Id`]: `m${index + 1}`,
      [`${stat}.Metric.Namespace`]: 'AWS/EBS',
      [`${stat}.Metric.MetricName`]: metric,
      [`${stat}.Metric.Dimensions.member.1.Name`]: 'VolumeId',
      [`${stat}.Metric.Dimensions.member.1.Value`]: volumeId,
      [`${stat}.Period`]: String(seconds),
      [`${stat}.Stat`]: 'Sum',
    }
  })
  return queryRequest('monitoring', target, '2010-08-01', 'GetMetricData', {
    StartTime: new Date(startMs).toISOString(),
    EndTime: new Date(untilMs).toISOString(),
    ScanBy: 'TimestampDescending',
    ...Object.assign({}, ...queries),
  })
}
