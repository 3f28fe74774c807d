/** One step of the schema: forward only, never edited once it has landed. */
export interface DatabaseMigration {
  name: string
  statements: string[]
}
