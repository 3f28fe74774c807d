import * as z from 'zod'
import type { StreamRoute } from './stream-route.ts'

export const alertStreams: readonly StreamRoute[] = [
  {
    operationId: 'alerts.slackActions',
    method: 'POST',
    path: '/v1/alerts/slack-actions/{organization}/{channel}',
    summary: 'Receive a click on an approval in Slack',
    description:
      'The interactivity URL of a Slack app. `X-Slack-Signature` authenticates the raw body, which may be five minutes old at most. An approval is decided once.',
    tag: 'Alerts',
    needs: 'public',
    idempotency: 'idempotent',
    body: { 'application/x-www-form-urlencoded': 'file' },
    answer: {
      status: 200,
      description: 'Received. The result is posted to the response URL of the click',
      content: { 'application/json': z.object({}) },
    },
  },
]
