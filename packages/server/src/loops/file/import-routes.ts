/**
 * `POST /v1/loops/import?name=traces.csv.gz`: the body is a file of traces, metrics or events; the response has the
 * result.
 */
import type { RawRoutes } from '../../platform/app.ts'
import { fileBody, leaveBodiesUnread } from '../../platform/file-body.ts'
import { admit } from '../../platform/guard.ts'
import { withReceivedFile } from '../../platform/receive-file.ts'
import { takeFile } from './accept-file.ts'

/** The evaluation runs within the request: larger files are for the command line. */
const largestFile = 256 * 1024 ** 2

export const loopImport: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/loops/import',
      { config: { needs: 'telemetry:write', maxBody: 'stream' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'telemetry:write')
        const file = await fileBody(request)
        const name = (request.query.name || file.name).split(/[/\\]/).at(-1)?.slice(0, 200) || 'The file'
        const limit = Math.min(services.config.uploadLimitBytes, largestFile)
        // If the client disconnects, the evaluation stops, and nothing of the file is stored.
        const disconnected = new AbortController()
        reply.raw.once('close', () => disconnected.abort())
        const data = await withReceivedFile(file.body, { folder: services.folder.uploads, limit }, (path) =>
          takeFile(services, owner, { path, name }, disconnected.signal),
        )
        return reply.send({ data })
      },
    )
  })
}
