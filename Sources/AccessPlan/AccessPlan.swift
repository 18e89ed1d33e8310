// A plan imports this module only; the catalog and syntax types come with it.
@_exported public import AccessModel
