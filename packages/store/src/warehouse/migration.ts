/** One step of the warehouse's schema: forward only, never edited once it has landed. */
export interface WarehouseMigration {
  name: string
  statements: string[]
}
