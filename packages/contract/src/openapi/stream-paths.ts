/** The operations of the stream routes and of the WebSockets. */
import * as z from 'zod'
import type { WebSocketRoute } from '../streams/live.ts'
import type { MediaTypes, StreamRoute } from '../streams/stream-route.ts'
import type { JsonSchema, Operation, Parameter } from './document.ts'
import { notFoundResponse } from './errors.ts'

export function describeStream({ operationId, summary, description, tag, path, query, body, ...route }: StreamRoute) {
  const { status, description: outcome, content } = route.answer
  const operation: Operation = {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    parameters: [...pathParameters(path), ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { required: !route.bodyOptional, content: mediaTypes(body, 'input') } }),
    responses: {
      [status]: { description: outcome, ...(content && { content: mediaTypes(content, 'output') }) },
      ...(route.mayBeMissing && { 404: notFoundResponse }),
    },
  }
  return operation
}

export function describeWebSocket({ operationId, path, summary, description, messages }: WebSocketRoute): Operation {
  const sinceParameter: Parameter = {
    name: 'since',
    in: 'query',
    description: 'Sequence number of the last event received',
    schema: { type: 'integer', minimum: 0 },
  }
  return {
    operationId,
    summary,
    description,
    tags: ['Live'],
    parameters: [...pathParameters(path), sinceParameter],
    responses: {
      101: { description: 'Switching protocols to WebSocket' },
    },
    'x-websocket': {
      client_messages: toSchema(messages.client, 'input'),
      server_messages: toSchema(messages.server, 'output'),
      close_codes: messages.closeCodes,
    },
  }
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodObject): Parameter[] {
  const { properties = {}, required = [] } = toSchema(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(typeof description === 'string' && { description }),
    schema,
  }))
}

function mediaTypes(types: MediaTypes, io: 'input' | 'output'): Record<string, { schema: JsonSchema }> {
  return Object.fromEntries(
    Object.entries(types).map(([type, schema]) => [
      type,
      { schema: schema === 'file' ? fileSchema(type) : toSchema(schema, io) },
    ]),
  )
}

function fileSchema(type: string): JsonSchema {
  if (type !== 'multipart/form-data') return { contentMediaType: type }
  return {
    type: 'object',
    properties: { file: { contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return jsonSchema
}
