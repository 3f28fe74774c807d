/**
 * `POST /v1/metrics/import?name=cpu.csv`: the body is a metrics file; the response follows after the import. `POST
 * /v1/metrics/remote-write`: Prometheus remote-write.
 */
import { readRemoteWrite } from '@kept/connectors/metrics/remote-write.ts'
import { unpackSnappy } from '@kept/connectors/metrics/snappy.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { RawRoutes } from '../platform/app.ts'
import { readBody } from '../platform/body-limits.ts'
import { fileBody, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { withReceivedFile } from '../platform/receive-file.ts'
import { metricsChangedJob } from './changed-job.ts'
import { takeIn } from './ingest-metrics.ts'
import { openMetricsFile } from './open-file.ts'

const largestBlock = 32 * 1024 ** 2

export const metricStreams: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/metrics/import',
      { config: { needs: 'costs:import', maxBody: 'stream' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
        const file = await fileBody(request)
        const name = (request.query.name || file.name).split(/[/\\]/).at(-1)?.slice(0, 200) || 'The file'
        const { folder, config } = services
        const limits = { folder: folder.uploads, limit: config.uploadLimitBytes }
        const data = await withReceivedFile(file.body, limits, async (path) =>
          takeIn(services, owner, await openMetricsFile(path, name)),
        )
        await services.jobs.send(metricsChangedJob, { organization_id: owner.organizationId })
        return reply.send({ data })
      },
    )
    scope.post(
      '/v1/metrics/remote-write',
      { config: { needs: 'costs:import', maxBody: largestBlock } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
        if (/version=2|v2\.Request/.test(String(request.headers['content-type'] ?? ''))) {
          throw badInput('Remote-write version 2 is not supported. Set protobuf_message to prometheus.WriteRequest.')
        }
        const message = unpackSnappy(await readBody(request), largestBlock * 4)
        await takeIn(services, owner, { format: 'prometheus-remote-write', readings: readRemoteWrite(message) })
        return reply.status(204).send()
      },
    )
  })
}
