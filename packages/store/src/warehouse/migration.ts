/** One step of the warehouse's schema: forward only, never edited once it is released. */
export interface WarehouseMigration {
  name: string
  statements: readonly string[]
}
