/** Site forms: submitted as JSON by script, or as HTML forms. The response has the same type. */
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../platform/context.ts'
import { toHttpError } from '../platform/errors.ts'
import { isOwnOrigin } from '../platform/origin.ts'
import { escaped, type Site } from '../platform/site.ts'

export interface FormAnswer {
  title: string
  message: string
  /** HTML of a further step, for browsers without script. */
  form?: string
}

interface FormParts {
  app: FastifyInstance
  site: Site | undefined
  contextOf(request: FastifyRequest): Promise<RequestContext>
}

/** Parses HTML form bodies. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** A public form, protected against cross-site requests. */
export function onForm(
  { app, site, contextOf }: FormParts,
  path: string,
  act: (context: RequestContext, request: FastifyRequest) => Promise<FormAnswer>,
): void {
  app.post(path, { config: { needs: 'public' }, bodyLimit: 32 * 1024 }, async (request, reply) => {
    try {
      const context = await contextOf(request)
      if (!isOwnOrigin(context.visit, context.services.config.publicUrl))
        throw new KeptError('forbidden', 'This request came from another site and was blocked.')
      return answer(request, reply, site, 200, await act(context, request))
    } catch (error) {
      const { status, body, headers } = toHttpError(error, request.id)
      if (status >= 500 || wantsJson(request) || !site) throw error
      void reply.headers(headers)
      return answer(request, reply, site, status, { title: 'That did not work.', message: body.message })
    }
  })
}

export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site | undefined,
  status: number,
  { title, message, form = '' }: FormAnswer,
): FastifyReply {
  if (!site || wantsJson(request)) return reply.status(status).send({ message })
  // Responses are personal.
  void reply.header('cache-control', 'no-store')
  return site.send(request, reply, '/answer', {
    status,
    parts: { title: escaped(title), message: escaped(message), form },
  })
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').includes('application/json')
}
