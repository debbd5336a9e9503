/** One request and its expected response. */
export interface Question {
  /** The route's template. */
  route: string
  path: string
  field?: string
  /** The expected body; for a list, its items. */
  expected: unknown
  /** Whether it is answered by the API server, not from watched state. */
  isLive?: true
  /** The page size for a list that is read page by page. */
  limit?: number
  /** Converts the response to a comparable form. */
  read?: (body: Record<string, unknown>) => Record<string, unknown>
}
