// An app imports `Martlet` alone: the values it gets and hands in are those of the core.
@_exported import MartletCore
