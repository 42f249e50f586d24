/** Who may take goods that are too old, with a reason. Warehouse §14. */
export const FORCE_ACCEPT = 'admin:wms:stockin:forceAccept'
