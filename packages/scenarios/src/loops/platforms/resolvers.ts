/** Resolvers of GraphQL on Node.js, each a span, with the statements below them. */
import { describePod, request } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, minutes] = ['feed-graph', 40]

const byId = 'SELECT "id", "name", "avatar" FROM "authors" WHERE "id" = $1'
const byIds = 'SELECT "id", "name", "avatar" FROM "authors" WHERE "id" = ANY($1)'

interface Answer {
  at: number
  posts: number
  /** Whether the author of each post is asked for by a statement of its own. */
  oneByOne: boolean
}

function statement(
  writer: TelemetryWriter,
  position: { instance: string; trace: string; parent: string; at: number },
  text: string,
) {
  const attributes = { 'db.system': 'postgresql', 'db.name': 'feed', 'db.statement': text, 'net.peer.name': 'feed-db' }
  const name = 'pg.query:SELECT feed'
  writer.span({ service, ...position, name, kind: 'client', ms: writer.between(0.6, 2.4), attributes })
}

function answer(writer: TelemetryWriter, instance: string, { at, posts, oneByOne }: Answer): void {
  const base = { service, instance, trace: writer.trace() }
  const [path, ms] = ['/graphql', 12 + (oneByOne ? posts * 1.4 : 6)]
  const root = writer.span({
    ...{ ...base, name: `POST ${path}`, kind: 'server', at, ms, attributes: request('POST', path, 200) },
  })
  const query = { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Feed' }
  const executed = writer.span({
    ...{
      ...base,
      name: 'query Feed',
      kind: 'internal',
      parent: root,
      at: at + 0.000_01,
      ms: ms - 1,
      attributes: query,
    },
  })
  const resolver = (name: string, start: number, field: string) =>
    writer.span({
      ...{ ...base, name: `graphql.resolve ${name}`, kind: 'internal', parent: executed, at: start, ms: 2.8 },
      attributes: {
        'graphql.field.name': name.split('.').at(-1) ?? name,
        'graphql.field.path': name,
        'graphql.field.type': field,
      },
    })
  const listed = resolver('posts', at + 0.000_02, '[Post!]!')
  statement(
    writer,
    { ...base, parent: listed, at: at + 0.000_03 },
    'SELECT "id", "author_id", "text" FROM "posts" ORDER BY "id" DESC LIMIT $1',
  )
  let start = at + 0.000_1
  for (let post = 0; post < posts; post += 1) {
    const parent = resolver(`posts.${post}.author`, start, 'Author!')
    if (oneByOne || post === 0) statement(writer, { ...base, parent, at: start + 0.000_005 }, oneByOne ? byId : byIds)
    start += oneByOne ? 0.000_022 : 0.000_000_5
  }
}

/** Since a release the loader that gathers ids is made again for each field, and gathers one. */
function oneForEachPost(writer: TelemetryWriter): null {
  playTraffic(writer, minutes)
  const [before, after] = [describePod(writer, service, 'nodejs'), describePod(writer, service, 'nodejs', '1.5.0')]
  const release = writer.between(13, 17)
  writer.rollout(service, release)
  for (const at of writer.starts(writer.between(4.5, 6.5), 0, minutes - 1)) {
    const isAfter = at > release + 0.5
    answer(writer, isAfter ? after : before, { at, posts: writer.rng.integer(80, 120), oneByOne: isAfter })
  }
  return null
}

/** A campaign brings fifteen times as many readers; each answer has as many statements as before. */
function manyReaders(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  const pod = describePod(writer, service, 'nodejs')
  const from = writer.between(12, 15)
  for (const at of writer.starts(12, 0, from))
    answer(writer, pod, { at, posts: writer.rng.integer(5, 9), oneByOne: false })
  for (const at of writer.starts(writer.between(170, 200), from, from + 14))
    answer(writer, pod, { at, posts: writer.rng.integer(5, 9), oneByOne: false })
}

export const resolvers: Twins = twins(
  'sixth-held',
  {
    ...{
      name: 'Authors read one by one, each below a resolver of its own',
      type: 'database_query_loop',
      own: [service],
    },
    why: 'One answer takes a hundred statements of one text where it took one, since a release.',
    play: oneForEachPost,
  },
  {
    name: 'Campaign that brings fifteen times as many readers to resolvers',
    why: 'Each answer takes two statements as ever; there are more answers because more people ask.',
    play: manyReaders,
  },
)
