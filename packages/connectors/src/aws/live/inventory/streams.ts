/** Streams of Kinesis: a list of names, then one request for each. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { awsItem, dateSchema } from './item.ts'
import { detailed } from './optional-read.ts'

const text = z.string()

const streams = defineOperation({
  action: 'kinesis:ListStreams',
  reason: 'Lists streams, to find those without records.',
  also: [
    { action: 'kinesis:DescribeStreamSummary', reason: 'Reads how many shards a stream has. Records stay unread.' },
  ],
  schema: z.object({
    Streams: z.array(
      z.object({
        StreamName: text,
        StreamARN: text,
        StreamStatus: text.nullish(),
        StreamModeDetails: z.object({ StreamMode: text.nullish() }).nullish(),
        OpenShardCount: z.number().nullish(),
        RetentionPeriodHours: z.number().nullish(),
        EncryptionType: text.nullish(),
        StreamCreationTimestamp: dateSchema,
      }),
    ),
    NextToken: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-kinesis'))
    const client = session.client('kinesis', region, (config) => new sdk.KinesisClient(config))
    const { StreamNames, NextToken, HasMoreStreams } = await session.call('kinesis:ListStreams', region, () =>
      client.send(new sdk.ListStreamsCommand({ Limit: 100, NextToken: token })),
    )
    const Streams = []
    for (const StreamName of detailed(session, StreamNames)) {
      const { StreamDescriptionSummary } = await session.call('kinesis:DescribeStreamSummary', region, () =>
        client.send(new sdk.DescribeStreamSummaryCommand({ StreamName })),
      )
      if (StreamDescriptionSummary) Streams.push(StreamDescriptionSummary)
    }
    return { Streams, NextToken: HasMoreStreams ? NextToken : undefined }
  },
  toItems: ({ Streams }, location) =>
    Streams.map((stream) =>
      awsItem(location, {
        resource_id: stream.StreamARN,
        type: 'Stream',
        service: 'Amazon Kinesis',
        name: stream.StreamName,
        state: stream.StreamStatus ?? '',
        created_at: stream.StreamCreationTimestamp,
        attributes: attributes({
          mode: stream.StreamModeDetails?.StreamMode,
          shards: stream.OpenShardCount,
          retention_hours: stream.RetentionPeriodHours,
          encrypted: stream.EncryptionType ? stream.EncryptionType !== 'NONE' : undefined,
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const streamsPort = definePort({ dataset: 'streams', unlocks: 'Streams without records', operations: [streams] })
