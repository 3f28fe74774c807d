/**
 * `POST /v1/metrics/import?name=cpu.csv`: the body is a file of metrics, answered when it is in.
 * `POST /v1/metrics/remote-write`: what a Prometheus sends by itself.
 */
import { buffer } from 'node:stream/consumers'
import { readRemoteWrite } from '@kept/connectors/metrics/remote-write.ts'
import { unpackSnappy } from '@kept/connectors/metrics/snappy.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { withReceivedFile } from '../platform/receive-file.ts'
import { metricsChangedJob } from './changed-job.ts'
import { openMetricsFile } from './open-file.ts'
import { takeIn } from './take-in.ts'

const largestBlock = 32 * 1024 ** 2

export const metricStreams: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/metrics/import',
      { config: { needs: 'costs:import' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
        const name = (request.query.name ?? '').split(/[/\\]/).at(-1)?.slice(0, 200) || 'The file'
        const { folder, config } = services
        const limits = { folder: folder.uploads, limit: config.uploadLimitBytes }
        const data = await withReceivedFile(request.raw, limits, async (path) =>
          takeIn(services, owner, await openMetricsFile(path, name)),
        )
        await services.jobs.send(metricsChangedJob, { organization_id: owner.organizationId })
        return reply.send({ data })
      },
    )
    scope.post('/v1/metrics/remote-write', { config: { needs: 'costs:import' } }, async (request, reply) => {
      const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
      if (/version=2|v2\.Request/.test(String(request.headers['content-type'] ?? ''))) {
        throw badInput('This is remote-write version 2; set protobuf_message to prometheus.WriteRequest.')
      }
      if (Number(request.headers['content-length'] ?? 0) > largestBlock) {
        throw new KeptError('too_large', 'A remote-write body may have 32 MB; lower max_samples_per_send.')
      }
      const message = unpackSnappy(await buffer(request.raw), largestBlock * 4)
      await takeIn(services, owner, { format: 'prometheus-remote-write', readings: readRemoteWrite(message) })
      return reply.status(204).send()
    })
  })
}
