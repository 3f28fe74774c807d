/** One step of the schema: forward only, never edited once it is released. */
export interface DatabaseMigration {
  name: string
  statements: readonly string[]
}
