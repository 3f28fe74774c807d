import { costQuerySchema } from '@kept/domain/cube.ts'
import { findingStatusSchema } from '@kept/domain/finding.ts'
import { resourceFilterSchema, resourceSorts } from '@kept/domain/resource.ts'
import * as z from 'zod'
import { answer } from '../route.ts'
import { peopleExportQuery } from '../routes/users.ts'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

const csv: MediaTypes = { 'text/csv': 'file' }

const download = (
  words: Omit<StreamRoute, 'method' | 'answer' | 'idempotency'> & { method?: 'GET' | 'POST' },
  content: MediaTypes,
): StreamRoute => ({
  method: 'GET',
  ...words,
  idempotency: 'safe',
  answer: { status: 200, description: 'The file', content },
})

export const exports: readonly StreamRoute[] = [
  download(
    {
      operationId: 'costs.queryCsv',
      method: 'POST',
      path: '/v1/costs/query.csv',
      summary: 'Query costs; every row of the answer as CSV',
      tag: 'Costs',
      needs: 'costs:read',
      body: { 'application/json': costQuerySchema },
    },
    csv,
  ),
  download(
    {
      operationId: 'resources.listCsv',
      path: '/v1/resources.csv',
      summary: 'Export resources as they are filtered and sorted',
      tag: 'Resources',
      needs: 'costs:read',
      query: resourceFilterSchema.extend({
        sort: z.enum(resourceSorts).default('cost'),
        order: z.enum(['asc', 'desc']).optional(),
      }),
    },
    csv,
  ),
  ...(['csv', 'json'] as const).map((format) =>
    download(
      {
        operationId: `costOptimization.recommendations${format === 'csv' ? 'Csv' : 'Json'}`,
        path: `/v1/cost-optimization/recommendations.${format}`,
        summary: `Export recommendations as ${format.toUpperCase()}`,
        tag: 'Cost optimisation',
        needs: 'findings:read',
        query: z.object({ status: findingStatusSchema.default('open') }),
      },
      format === 'csv' ? csv : { 'application/json': answer(z.array(z.record(z.string(), z.unknown()))) },
    ),
  ),
  download(
    {
      operationId: 'imports.setAsideCsv',
      path: '/v1/imports/{id}/set-aside.csv',
      summary: 'Export the rows that could not be read',
      tag: 'Imports',
      needs: 'costs:read',
    },
    csv,
  ),
  download(
    {
      operationId: 'savings.statement',
      path: '/v1/savings/statements/{id}',
      summary: 'Download a signed statement, as `kept verify` reads it',
      tag: 'Savings',
      needs: 'savings:read',
    },
    { 'application/json': z.record(z.string(), z.unknown()) },
  ),
  download(
    {
      operationId: 'savings.statementBill',
      path: '/v1/savings/statements/{id}/bill',
      summary: 'Download the bill of the month of a statement, as FOCUS, to verify it with',
      description: 'Needs `savings:read` as well.',
      tag: 'Savings',
      needs: 'costs:read',
    },
    { 'application/gzip': 'file' },
  ),
  download(
    {
      operationId: 'savings.keyPem',
      path: '/v1/savings/key.pem',
      summary: 'Download the public key that statements are signed with',
      tag: 'Savings',
      needs: 'public',
    },
    { 'application/x-pem-file': 'file' },
  ),
  download(
    {
      operationId: 'users.export',
      path: '/v1/users/export',
      summary: 'Export people as CSV, Excel or PDF',
      tag: 'Users',
      needs: 'users:read',
      query: peopleExportQuery,
    },
    {
      'text/csv': 'file',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'file',
      'application/pdf': 'file',
    },
  ),
  {
    operationId: 'health.metrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Get the metrics of this Kept, for Prometheus',
    description: 'Answers to the machine itself, or to the bearer token KEPT_METRICS_TOKEN.',
    tag: 'Health',
    needs: 'metrics',
    idempotency: 'safe',
    answer: { status: 200, description: 'Metrics in the text format of Prometheus', content: { 'text/plain': 'file' } },
  },
]
