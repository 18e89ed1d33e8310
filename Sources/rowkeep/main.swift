import RowkeepCommands

RowkeepTool.main()
