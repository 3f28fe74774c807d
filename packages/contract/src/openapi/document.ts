/** As much of an OpenAPI 3.1 document as is written here. */
export type JsonSchema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}

export interface Reference {
  $ref: string
}

export type SecurityRequirement = Record<string, string[]>

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: JsonSchema; example?: unknown }> }
  responses?: Record<string, unknown>
  security?: SecurityRequirement[]
  [extension: `x-${string}`]: unknown
}

export interface ApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers?: { url: string; description?: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
}
