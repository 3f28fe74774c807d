import { invoiceDocumentSchema } from '@kept/domain/billing/invoice-document.ts'
import { costQuerySchema } from '@kept/domain/cost-query.ts'
import { recommendationStatusSchema } from '@kept/domain/recommendation.ts'
import { resourceFilterSchema } from '@kept/domain/resource.ts'
import { resourceSorts } from '@kept/domain/resource-list.ts'
import * as z from 'zod'
import { listExportInput, reportExportQuery } from '../inputs/exports.ts'
import { answer } from '../route.ts'
import { journalExportQuery } from '../routes/billing/books.ts'
import { reportRequestSchema } from '../routes/reports.ts'
import { auditExportQuery } from '../routes/security.ts'
import { complianceReportQuery } from '../routes/security-compliance.ts'
import { postmortemQuery } from '../routes/security-incidents.ts'
import { peopleExportQuery } from '../routes/users/people.ts'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

const csv: MediaTypes = { 'text/csv': 'file' }
const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const reportFiles: MediaTypes = {
  'application/pdf': 'file',
  [excelType]: 'file',
  'text/csv': 'file',
  'text/html': 'file',
}

const accountExportSchema = z.object({
  exported_at: z.iso.datetime(),
  profile: z.record(z.string(), z.unknown()),
  memberships: z.array(z.record(z.string(), z.unknown())),
  sessions: z.array(z.record(z.string(), z.unknown())),
  /** The password, accounts elsewhere, passkeys and the authenticator, without what would let anyone sign in. */
  sign_in_methods: z.array(z.record(z.string(), z.unknown())),
  /** All audit events of the user and about the user, by organization, the newest first. */
  audit_events: z.array(z.record(z.string(), z.unknown())),
})

const download = (
  definition: Omit<StreamRoute, 'method' | 'answer' | 'idempotency'> & { method?: 'GET' | 'POST' },
  content: MediaTypes,
): StreamRoute => ({
  method: 'GET',
  ...definition,
  idempotency: 'safe',
  answer: { status: 200, description: 'The file', content },
})

export const exports: readonly StreamRoute[] = [
  download(
    {
      operationId: 'costs.queryCsv',
      method: 'POST',
      path: '/v1/costs/query.csv',
      summary: 'Export costs as CSV',
      description: 'Every row of the query.',
      tag: 'Costs',
      needs: 'costs:read',
      body: { 'application/json': costQuerySchema },
    },
    csv,
  ),
  download(
    {
      operationId: 'reports.runCsv',
      method: 'POST',
      path: '/v1/reports/{id}/run.csv',
      summary: 'Export a report as CSV',
      description: 'Every row of the report.',
      tag: 'Reports',
      needs: 'costs:read',
      body: { 'application/json': reportRequestSchema },
    },
    csv,
  ),
  download(
    {
      operationId: 'savedReports.export',
      path: '/v1/saved-reports/{id}/export',
      summary: 'Export a saved report',
      description: 'As PDF, Excel, CSV or HTML, with the figures of now.',
      tag: 'Reports',
      needs: 'costs:read',
      query: reportExportQuery,
    },
    reportFiles,
  ),
  download(
    {
      operationId: 'savedReports.exportRun',
      path: '/v1/saved-reports/{id}/runs/{run_id}/export',
      summary: 'Export a run of a saved report',
      description: 'As PDF, Excel, CSV or HTML, with the figures of the run.',
      tag: 'Reports',
      needs: 'costs:read',
      query: reportExportQuery,
    },
    reportFiles,
  ),
  download(
    {
      operationId: 'savedReports.exportList',
      method: 'POST',
      path: '/v1/exports',
      summary: 'Export a list',
      description: 'Writes the rows of a list as PDF, Excel or CSV. A PDF has at most 5,000 rows.',
      tag: 'Reports',
      needs: 'signed_in',
      body: { 'application/json': listExportInput },
    },
    { 'text/csv': 'file', [excelType]: 'file', 'application/pdf': 'file' },
  ),
  download(
    {
      operationId: 'resources.listCsv',
      path: '/v1/resources.csv',
      summary: 'Export resources as CSV',
      description: 'With the filters and the sort order of the list.',
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
        tag: 'Cost optimization',
        needs: 'recommendations:read',
        query: z.object({ status: recommendationStatusSchema.default('open') }),
      },
      format === 'csv' ? csv : { 'application/json': answer(z.array(z.record(z.string(), z.unknown()))) },
    ),
  ),
  download(
    {
      operationId: 'imports.rejectedRowsCsv',
      path: '/v1/imports/{id}/rejected-rows.csv',
      summary: 'Export rejected rows as CSV',
      tag: 'Imports',
      needs: 'costs:read',
    },
    csv,
  ),
  download(
    {
      operationId: 'savings.statement',
      path: '/v1/savings/statements/{id}',
      summary: 'Download a statement',
      description: 'Signed JSON, as `kept verify` reads it.',
      tag: 'Savings',
      needs: 'savings:read',
    },
    { 'application/json': z.record(z.string(), z.unknown()) },
  ),
  download(
    {
      operationId: 'savings.statementPdf',
      path: '/v1/savings/statements/{id}/pdf',
      summary: 'Download a statement as PDF',
      description: 'The statement for people. The signed JSON is attached to it, byte for byte.',
      tag: 'Savings',
      needs: 'savings:read',
    },
    { 'application/pdf': 'file' },
  ),
  download(
    {
      operationId: 'savings.statementBill',
      path: '/v1/savings/statements/{id}/bill',
      summary: 'Download the bill of a statement',
      description: 'The bill of the month in FOCUS format, to verify the statement. Also requires `savings:read`.',
      tag: 'Savings',
      needs: 'costs:read',
    },
    { 'application/gzip': 'file' },
  ),
  download(
    {
      operationId: 'savings.keyPem',
      path: '/v1/savings/key.pem',
      summary: 'Download the signing key',
      tag: 'Savings',
      needs: 'public',
    },
    { 'application/x-pem-file': 'file' },
  ),
  download(
    {
      operationId: 'billing.downloadInvoice',
      path: '/v1/billing/{organization}/invoices/{id}/download',
      summary: 'Download an invoice',
      description:
        'As PDF, Factur-X (a PDF with the e-invoice), UBL or CII by EN 16931, CSV or JSON. The PDF carries the signed statements; `kept verify` recalculates the invoice from them and your bill.',
      tag: 'Billing',
      needs: 'billing:read',
      query: z.object({ format: z.enum(['pdf', 'facturx', 'ubl', 'cii', 'csv', 'json']).default('pdf') }),
    },
    {
      'application/pdf': 'file',
      'application/xml': 'file',
      'text/csv': 'file',
      'application/json': invoiceDocumentSchema,
    },
  ),
  download(
    {
      operationId: 'billingBooks.journalCsv',
      path: '/v1/admin/billing/journal.csv',
      summary: 'Export the billing journal as CSV',
      description: 'Every posting of a period in the order of booking, over all customers.',
      tag: 'Billing',
      needs: 'billing:operate',
      query: journalExportQuery,
    },
    csv,
  ),
  download(
    {
      operationId: 'organizations.export',
      path: '/v1/organizations/{id}/export',
      summary: 'Export an organization',
      description:
        'All of its data as a compressed tar archive of JSON Lines, without secrets. Needs every read permission of the organization as well.',
      tag: 'Organizations',
      needs: 'organization:write',
    },
    { 'application/gzip': 'file' },
  ),
  download(
    {
      operationId: 'deletion.exportAccount',
      path: '/v1/account/export',
      summary: 'Export your account',
      description:
        'Everything stored about you: profile, memberships, sessions, sign-in methods, and all audit events of you and about you.',
      tag: 'Account',
      needs: 'person',
    },
    { 'application/json': answer(accountExportSchema) },
  ),
  download(
    {
      operationId: 'users.export',
      path: '/v1/users/export',
      summary: 'Export users',
      description: 'As CSV, Excel or PDF.',
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
  download(
    {
      operationId: 'security.exportAuditLogs',
      path: '/v1/security/{organization}/audit-logs/export',
      summary: 'Export the audit log',
      description:
        'As CSV or PDF with the filters of the list, or as JSON Lines: the complete log of the days. All are signed, for `kept verify`.',
      tag: 'Security',
      needs: 'security:read',
      query: auditExportQuery,
    },
    { 'text/csv': 'file', 'application/x-ndjson': 'file', 'application/pdf': 'file' },
  ),
  download(
    {
      operationId: 'securityCompliance.report',
      path: '/v1/security/{organization}/compliance/{framework}/report',
      summary: 'Download the compliance report',
      description: 'Signed for `kept verify`, as a PDF or as OSCAL assessment results in JSON.',
      tag: 'Security',
      needs: 'security:read',
      query: complianceReportQuery,
    },
    { 'application/pdf': 'file', 'application/json': 'file' },
  ),
  download(
    {
      operationId: 'securityIncidents.postmortem',
      path: '/v1/security/{organization}/incidents/{id}/postmortem',
      summary: 'Download the postmortem of an incident',
      description: 'With its timeline, its actions and their owners, as Markdown or as a PDF.',
      tag: 'Security',
      needs: 'security:read',
      query: postmortemQuery,
    },
    { 'text/markdown': 'file', 'application/pdf': 'file' },
  ),
  download(
    {
      operationId: 'securityCompliance.downloadEvidence',
      path: '/v1/security/{organization}/compliance-evidence/{id}',
      summary: 'Download evidence',
      description: 'The file as it was uploaded, always as an attachment.',
      tag: 'Security',
      needs: 'security:read',
    },
    { 'application/octet-stream': 'file' },
  ),
  {
    operationId: 'health.metrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Get server metrics',
    description: 'For Prometheus. Available from the same machine, or with the bearer token KEPT_METRICS_TOKEN.',
    tag: 'Health',
    needs: 'metrics',
    idempotency: 'safe',
    answer: { status: 200, description: 'Metrics in the Prometheus text format', content: { 'text/plain': 'file' } },
  },
]
