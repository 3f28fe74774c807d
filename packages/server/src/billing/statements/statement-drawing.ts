import type { StatementDocument } from '@kept/domain/statement-document.ts'
import type { LocalizedFormats } from '@kept/foundation/format/localized.ts'

export interface StatementDrawing {
  readonly document: StatementDocument
  readonly formats: LocalizedFormats
}
