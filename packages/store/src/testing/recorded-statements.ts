/** For tests: the texts of the statements that this process sends to Postgres while `work` runs, jobs included. */
import pg from 'pg'

export async function recordedStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function recorded(this: pg.Client, ...parameters: unknown[]) {
    const [config] = parameters as [string | { text?: string }]
    texts.push(typeof config === 'string' ? config : (config.text ?? ''))
    return (query as (...all: unknown[]) => unknown).apply(this, parameters)
  } as typeof query
  try {
    await work()
    return texts
  } finally {
    pg.Client.prototype.query = query
  }
}
