/** How the engine is told to read: what a CSV may look like, and how much memory a question may take. */
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Warehouse } from '../warehouse/client.ts'
import type { BillSource } from './source.ts'

export async function readSettings(
  warehouse: Warehouse,
  { delimiter, container }: Pick<BillSource, 'delimiter' | 'container'>,
): Promise<ClickHouseSettings> {
  return {
    ...(container === 'CSVWithNames' ? csvSettings(delimiter) : {}),
    ...(container === 'JSONEachRow' ? jsonSettings : {}),
    ...memorySettings(await memoryOf(warehouse)),
    input_format_null_as_default: 1,
    // A mapped file counts as memory of ours, as far as it has been read.
    storage_file_read_method: 'pread',
    max_partitions_per_insert_block: '1000',
    output_format_json_escape_forward_slashes: 0,
    // A mapping with its look-ups is one statement of some hundred kilobytes.
    max_query_size: '4194304',
    max_ast_elements: '1000000',
    max_expanded_ast_elements: '5000000',
    // A bucket that is not there should be said within seconds, not after ten minutes of trying again.
    s3_retry_attempts: '2',
    s3_connect_timeout_ms: '3000',
  }
}

function csvSettings(delimiter = ','): ClickHouseSettings {
  return {
    format_csv_delimiter: delimiter,
    // Where the delimiter is itself a blank, trimming would eat empty fields.
    ...(delimiter === '\t' && {
      input_format_csv_trim_whitespaces: 0,
      input_format_csv_allow_whitespace_or_tab_as_delimiter: 1,
    }),
    // A row with too few columns reads as NULL in the last one, and is skipped for it.
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_empty_as_default: 0,
    // No text may look like that NULL.
    format_csv_null_representation: '\u0001',
    input_format_csv_skip_trailing_empty_lines: 1,
    // Columns are bound by place through our structure; the header is only skipped.
    input_format_with_names_use_header: 0,
    format_csv_allow_single_quotes: 0,
    input_format_csv_detect_header: 0,
    // Two tags of a bill may differ in case only: "Team" and "team" are two columns.
    input_format_column_name_matching_mode: 'match_case',
  }
}

const jsonSettings: ClickHouseSettings = {
  input_format_json_read_numbers_as_strings: 1,
  input_format_json_read_bools_as_strings: 1,
  input_format_json_read_objects_as_strings: 1,
  input_format_json_read_arrays_as_strings: 1,
  input_format_skip_unknown_fields: 1,
  input_format_json_ignore_unknown_keys_in_named_tuple: 1,
  input_format_json_defaults_for_missing_elements_in_named_tuple: 1,
  schema_inference_make_columns_nullable: 1,
  // The more rows are looked at, the fewer members first appear after the look.
  input_format_max_rows_to_read_for_schema_inference: '200000',
  input_format_max_bytes_to_read_for_schema_inference: '134217728',
}

const mebibyte = 1024 * 1024

/**
 * Blocks as large as is good for a MergeTree table, and no larger than a sixteenth of what a question may use: while
 * one is written the next are being read, parsed and sorted, in all cores at once.
 */
function memorySettings(bytes: number | undefined): ClickHouseSettings {
  const share = Math.min(256 * mebibyte, Math.max(8 * mebibyte, Math.floor((bytes ?? 8192 * mebibyte) / 16)))
  return {
    // A line is some hundred columns wide while it is worked on: few at a time keep that in bounds.
    max_block_size: '16384',
    input_format_parquet_max_block_size: '16384',
    // Writing in two lanes takes twice the memory, and a small warehouse has it not.
    max_insert_threads: (bytes ?? 8192 * mebibyte) >= 4096 * mebibyte ? '2' : '1',
    min_insert_block_size_rows: '1000000',
    min_insert_block_size_bytes: String(share),
    input_format_parquet_memory_low_watermark: String(mebibyte * 2),
    input_format_parquet_memory_high_watermark: String(share * 2),
  }
}

const memories = new WeakMap<Warehouse, Promise<number | undefined>>()

/** What one question may use, by the engine's own configuration; undefined when it sets no limit. */
function memoryOf(warehouse: Warehouse): Promise<number | undefined> {
  const cached = memories.get(warehouse)
  if (cached) return cached
  const limit = warehouse
    .inspect<{ bytes: string }>("SELECT toString(getSetting('max_memory_usage')) AS bytes")
    .then(([row]) => Number(row?.bytes ?? 0) || undefined)
  memories.set(warehouse, limit)
  limit.catch(() => memories.delete(warehouse))
  return limit
}
