import { ticketSchema } from '@kept/domain/ticket.ts'
import * as z from 'zod'
import { newTicketInput } from '../inputs/tickets.ts'
import { answer, route } from '../route.ts'

const tag = 'Tickets'
const subjectInput = z.object({ id: z.uuid() })
const description =
  'Opens an issue in Jira, GitHub or GitLab with the credential of an alert channel. A second request for the same subject and channel returns the issue that is already open.'

export const tickets = {
  ofRecommendation: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}/tickets',
    summary: 'List the tickets of a recommendation',
    description: 'Newest first.',
    tag,
    needs: 'recommendations:read',
    input: subjectInput,
    output: answer(z.array(ticketSchema)),
  }),
  createForRecommendation: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/tickets',
    summary: 'Create a ticket for a recommendation',
    description,
    tag,
    needs: 'recommendations:write',
    input: newTicketInput,
    output: answer(ticketSchema),
  }),
  ofAnomaly: route({
    method: 'GET',
    path: '/v1/cost-optimization/anomalies/{id}/tickets',
    summary: 'List the tickets of an anomaly',
    description: 'Newest first.',
    tag,
    needs: 'costs:read',
    input: subjectInput,
    output: answer(z.array(ticketSchema)),
  }),
  createForAnomaly: route({
    method: 'POST',
    path: '/v1/cost-optimization/anomalies/{id}/tickets',
    summary: 'Create a ticket for an anomaly',
    description,
    tag,
    needs: 'alerts:write',
    input: newTicketInput,
    output: answer(ticketSchema),
  }),
}
